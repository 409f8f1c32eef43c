# SPDX-License-Identifier: BSD-3-Clause
# cmake -DHEADERS=a.h;b.h -DMAP=file -P exports.cmake: a version script for the linker that
# exports the lf_ names of the headers and hides all others.
set(names)
foreach(header IN LISTS HEADERS)
    if(EXISTS ${header})
        file(READ ${header} text)
        string(REGEX MATCHALL "lf_[A-Za-z0-9_]+" found "${text}")
        list(APPEND names ${found})
    endif()
endforeach()
list(REMOVE_DUPLICATES names)
list(SORT names)
list(TRANSFORM names PREPEND "        ")
list(JOIN names ";\n" names)
file(WRITE ${MAP} "{\n    global:\n${names};\n    local:\n        *;\n};\n")
