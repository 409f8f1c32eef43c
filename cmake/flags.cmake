# SPDX-License-Identifier: BSD-3-Clause
# Compiler flags: the language, the warnings, the sanitizers, and how the core rounds.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

add_library(lieflow_warnings INTERFACE)
target_compile_options(lieflow_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
    $<$<BOOL:${LIEFLOW_WERROR}>:-Werror>)

# A lane has the same bits whatever stands beside it, so each loop body must be contracted to
# fused operations in one way only: vectorise loops, never straight lines.
set(LIEFLOW_CORE_FLAGS -fno-math-errno -fno-trapping-math)
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    set(contract on)
    # a loop that stays scalar is not worth a warning: clang asks for the impossible at one lane
    list(APPEND LIEFLOW_CORE_FLAGS -fno-slp-vectorize -Wno-pass-failed)
else()
    set(contract fast)
    list(APPEND LIEFLOW_CORE_FLAGS -fno-tree-slp-vectorize)
endif()
if(NOT LIEFLOW_CONTRACT STREQUAL "")
    set(contract ${LIEFLOW_CONTRACT})
endif()
list(APPEND LIEFLOW_CORE_FLAGS -ffp-contract=${contract})

if(LIEFLOW_SANITIZE)
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all
                        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
    # the resolvers of cloned kernels run before the sanitizer is ready
    add_compile_definitions(LF_NO_CLONES)
endif()
