# SPDX-License-Identifier: BSD-3-Clause
# Completion of the lieflow command for bash: names are asked from the tool itself.
#   source completion/lieflow.bash

_lieflow_names()
{
    "${COMP_WORDS[0]}" list "$1" --names 2>/dev/null
}

# ids of figures; those by number only for a word that begins with one
_lieflow_figures()
{
    if [[ $1 == [0-9]* ]]; then
        "${COMP_WORDS[0]}" list figures --json 2>/dev/null | grep -o '"alias": "[^"]*"' |
            sed 's/.*: "//; s/"$//'
    else
        _lieflow_names figures
    fi
}

# the last word of a comma-separated list of methods
_lieflow_method_list()
{
    local head=""
    [[ $1 == *,* ]] && head="${1%,*},"
    mapfile -t COMPREPLY < <(compgen -P "$head" -W "$(_lieflow_names methods)" -- "${1##*,}")
}

# --set KEY=VALUE: the keys are the parameters of the model that was named
_lieflow_parameters()
{
    "${COMP_WORDS[0]}" describe "${COMP_WORDS[2]}" --json 2>/dev/null |
        grep -o '"parameters": \[.*\], "action"' | grep -o '{"name": "[^"]*"' |
        sed 's/.*: "//; s/"$/=/'
}

_lieflow_options()
{
    "${COMP_WORDS[0]}" "$1" --help 2>/dev/null | grep -o '^ *--[a-z-]*'
}

_lieflow()
{
    local now="$2" before="$3" command="${COMP_WORDS[1]}"
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W \
            "run list describe order precision compare shape reproduce demo version help" -- "$now")
        return
    fi
    case "$command $before" in
    "shape --method") COMPREPLY=(grid); return ;;
    esac
    case "$before" in
    --method) mapfile -t COMPREPLY < <(compgen -W "$(_lieflow_names methods)" -- "$now") ;;
    --methods) _lieflow_method_list "$now" ;;
    --map) mapfile -t COMPREPLY < <(compgen -W "exp cayley second-kind" -- "$now") ;;
    --control) mapfile -t COMPREPLY < <(compgen -W "pi elementary" -- "$now") ;;
    --for) mapfile -t COMPREPLY < <(compgen -W "$(_lieflow_names models)" -- "$now") ;;
    --solver) mapfile -t COMPREPLY < <(compgen -W "newton fixed-point" -- "$now") ;;
    --free-rotation) mapfile -t COMPREPLY < <(compgen -W "dmv dmv4 exact" -- "$now") ;;
    --dexpinv) mapfile -t COMPREPLY < <(compgen -W "exact truncated" -- "$now") ;;
    --set)
        compopt -o nospace
        mapfile -t COMPREPLY < <(compgen -W "$(_lieflow_parameters)" -- "$now")
        ;;
    --out | --plot | --animate) mapfile -t COMPREPLY < <(compgen -f -- "$now") ;;
    *)
        if [[ $now == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_lieflow_options "$command")" -- "$now")
            return
        fi
        case "$command" in
        run | order | precision | compare)
            mapfile -t COMPREPLY < <(compgen -W "$(_lieflow_names models)" -- "$now"
                                     compgen -f -X '!*.@(yaml|yml|json)' -- "$now")
            ;;
        describe) mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" list --names)" -- "$now") ;;
        shape)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -d -- "$now"
                                     compgen -f -X '!*.@(obj|OBJ)' -- "$now")
            ;;
        list)
            mapfile -t COMPREPLY < <(compgen -W \
                "models methods groups actions tableaux figures" -- "$now")
            ;;
        reproduce) mapfile -t COMPREPLY < <(compgen -W "all $(_lieflow_figures "$now")" -- "$now") ;;
        help)
            mapfile -t COMPREPLY < <(compgen -W \
                "run list describe order precision compare shape reproduce demo version" -- "$now")
            ;;
        esac
        ;;
    esac
}

complete -o bashdefault -F _lieflow lieflow
