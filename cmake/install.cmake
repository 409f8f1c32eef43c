# SPDX-License-Identifier: BSD-3-Clause
# What is installed: headers, libraries, tool, pkg-config files, CMake package, manual, completion.
# The pkg-config and CMake files find their prefix from where they stand.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lieflow)
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH LIEFLOW_PC_UP /prefix/${pc_dir} /prefix)

# A program that is linked by pkg-config starts wherever the library is installed; where the system's
# own packages lie, the loader looks anyway.
set(LIEFLOW_PC_RPATH "-Wl,-rpath,\${libdir}")
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set(LIEFLOW_PC_RPATH)
endif()

set(LIEFLOW_PC_DL)
foreach(library IN LISTS CMAKE_DL_LIBS)
    string(APPEND LIEFLOW_PC_DL " -l${library}")
endforeach()

install(DIRECTORY include/lieflow ${PROJECT_BINARY_DIR}/include/lieflow
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

# lieflow_install(key package export): libraries as lieflow::<export>, lieflow::<export>_static
function(lieflow_install key package export)
    if(NOT TARGET lieflow_${key}_shared)
        return()
    endif()
    set_target_properties(lieflow_${key}_shared PROPERTIES EXPORT_NAME ${export})
    set_target_properties(lieflow_${key}_static PROPERTIES EXPORT_NAME ${export}_static)
    install(TARGETS lieflow_${key}_shared lieflow_${key}_static EXPORT ${package})
    install(EXPORT ${package} FILE ${package}-targets.cmake NAMESPACE lieflow::
            DESTINATION ${package_dir})
    configure_file(cmake/${package}.pc.in ${package}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${pc_dir})
endfunction()
lieflow_install(core lieflow lieflow)
lieflow_install(run lieflow-run run)

configure_package_config_file(cmake/lieflow-config.cmake.in lieflow-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(lieflow-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lieflow-config.cmake
              ${PROJECT_BINARY_DIR}/lieflow-config-version.cmake DESTINATION ${package_dir})

if(TARGET lieflow_tool)
    install(TARGETS lieflow_tool)
    install(DIRECTORY scenarios examples DESTINATION ${CMAKE_INSTALL_DATADIR}/lieflow
            PATTERN CMakeLists.txt EXCLUDE)
    file(GLOB pages CONFIGURE_DEPENDS docs/man/*.1)
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    if(EXISTS ${PROJECT_SOURCE_DIR}/completion/lieflow.bash)
        install(FILES completion/lieflow.bash RENAME lieflow
                DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    endif()
endif()

# the loader keeps a list of libraries in the usual places, which root can renew
install(CODE [[
    find_program(ldconfig ldconfig PATHS /sbin /usr/sbin)
    if(NOT DEFINED ENV{DESTDIR} AND ldconfig)
        execute_process(COMMAND ${ldconfig} RESULT_VARIABLE ignored OUTPUT_QUIET ERROR_QUIET)
    endif()
]])
