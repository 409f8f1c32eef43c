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
    -Wno-unused-parameter # functions of one table share a signature, and many ignore an argument
    -Wno-missing-field-initializers # what is optional stands last in a struct and may be left out
    $<$<BOOL:${LIEFLOW_WERROR}>:-Werror>)

# A lane has the same bits whatever stands beside it: products and sums are fused where the source
# asks for it (lf_fma in src/base/lanes.h) and nowhere else.
set(LIEFLOW_CORE_FLAGS -fno-math-errno -fno-trapping-math -ffp-contract=off)
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    # a loop that stays scalar is not worth a warning: clang asks for the impossible at one lane
    list(APPEND LIEFLOW_CORE_FLAGS -fno-slp-vectorize -Wno-pass-failed)
else()
    # at one lane, vectors of neighbouring components wait for stores of single ones
    list(APPEND LIEFLOW_CORE_FLAGS -fno-tree-slp-vectorize)
    # gcc 12 takes the address of a cloned function for that of a local variable
    list(APPEND LIEFLOW_CORE_FLAGS -Wno-dangling-pointer)
endif()
if(NOT LIEFLOW_FUSE)
    add_compile_definitions(LF_NO_FUSE)
endif()

# One instruction set in place of clones, for compilers and sanitizers that cannot have these.
set(LIEFLOW_TARGET "" CACHE STRING "Compile the core for this alone: -mfma, -march=x86-64-v4, ...")
if(LIEFLOW_TARGET)
    list(APPEND LIEFLOW_CORE_FLAGS ${LIEFLOW_TARGET})
    add_compile_definitions(LF_NO_CLONES)
endif()

if(LIEFLOW_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
    add_link_options(-fsanitize=fuzzer-no-link)
endif()
if(LIEFLOW_SANITIZE)
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all
                        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
    # the resolvers of cloned kernels run before the sanitizer is ready
    add_compile_definitions(LF_NO_CLONES $<$<NOT:$<BOOL:${LIEFLOW_TARGET}>>:LF_NO_FUSE>)
elseif(NOT LIEFLOW_TARGET AND CMAKE_C_COMPILER_ID STREQUAL "Clang" AND
       CMAKE_C_COMPILER_VERSION VERSION_LESS 17)
    # it gives a cloned function another name than the one its callers in other files look for;
    # what remains is the clone for old machines, which asks the C library to fuse
    add_compile_definitions(LF_NO_CLONES)
endif()
