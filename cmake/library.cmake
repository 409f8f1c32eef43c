# SPDX-License-Identifier: BSD-3-Clause
# lieflow_library(key name FLOORS floor... [ON key] LIBS lib...)
# compiles src/<floor>/*.c once and makes a static and a shared library of the objects:
# targets lieflow_<key>_objects, lieflow_<key>_static and lieflow_<key>_shared, file lib<name>.
# A shared library exports what the public headers declare and nothing else, and calls its own
# functions directly: they cannot be replaced from outside. Its data can be moved into a program
# that refers to them (by copy relocations), so these keep their detour.
include(CheckLinkerFlag)
check_linker_flag(C LINKER:--undefined-version LIEFLOW_UNDEFINED_VERSION)

file(GLOB LIEFLOW_HEADERS CONFIGURE_DEPENDS include/lieflow/*.h include/lieflow/*.h.in)
set(LIEFLOW_MAP ${PROJECT_BINARY_DIR}/lieflow.map)
add_custom_command(OUTPUT ${LIEFLOW_MAP}
    COMMAND ${CMAKE_COMMAND} "-DHEADERS=${LIEFLOW_HEADERS}"
            -DMAP=${LIEFLOW_MAP} -P ${PROJECT_SOURCE_DIR}/cmake/exports.cmake
    DEPENDS ${LIEFLOW_HEADERS} cmake/exports.cmake VERBATIM)
add_custom_target(lieflow_exports DEPENDS ${LIEFLOW_MAP})

function(lieflow_library key name)
    cmake_parse_arguments(arg "" "ON" "FLOORS;LIBS" ${ARGN})
    set(sources)
    foreach(floor IN LISTS arg_FLOORS)
        file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${floor}/*.c)
        list(APPEND sources ${found})
    endforeach()
    if(NOT sources)
        message(STATUS "${name}: no source files yet")
        return()
    endif()

    set(objects lieflow_${key}_objects)
    add_library(${objects} OBJECT ${sources})
    set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${objects} PRIVATE -fno-semantic-interposition)
    target_include_directories(${objects} PRIVATE
        ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${objects} PRIVATE ${arg_LIBS} lieflow_warnings)

    foreach(kind IN ITEMS static shared)
        string(TOUPPER ${kind} KIND)
        set(target lieflow_${key}_${kind})
        add_library(${target} ${KIND} $<TARGET_OBJECTS:${objects}>)
        set_target_properties(${target} PROPERTIES
            OUTPUT_NAME ${name}
            ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
            LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
            VERSION ${PROJECT_VERSION}
            SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
        target_include_directories(${target} INTERFACE
            $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
            $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
        target_link_libraries(${target} PRIVATE ${arg_LIBS})
        if(arg_ON)
            target_link_libraries(${target} PUBLIC lieflow_${arg_ON}_${kind})
            set_target_properties(${target} PROPERTIES INSTALL_RPATH $ORIGIN)
        endif()
    endforeach()

    add_dependencies(lieflow_${key}_shared lieflow_exports)
    target_link_options(lieflow_${key}_shared PRIVATE
        LINKER:--version-script=${LIEFLOW_MAP} LINKER:-Bsymbolic-functions
        $<$<NOT:$<BOOL:${LIEFLOW_SANITIZE}>>:LINKER:--no-undefined>
        $<$<BOOL:${LIEFLOW_UNDEFINED_VERSION}>:LINKER:--undefined-version>)
    set_target_properties(lieflow_${key}_shared PROPERTIES LINK_DEPENDS ${LIEFLOW_MAP})
endfunction()
