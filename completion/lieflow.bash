# SPDX-License-Identifier: BSD-3-Clause
# Completion of the lieflow command for bash: the tool itself is asked what a word may become.
#   source completion/lieflow.bash

_lieflow()
{
    local line ending
    COMPREPLY=()
    while IFS= read -r line; do
        case "$line" in
        :nospace) compopt -o nospace ;;
        :files)
            compopt -o filenames
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$2")
            ;;
        :files*)
            compopt -o filenames
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$2")
            for ending in ${line#:files}; do
                mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -X "!*.$ending" -- "$2")
            done
            ;;
        *) COMPREPLY+=("$line") ;;
        esac
    done < <("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -o bashdefault -F _lieflow lieflow
