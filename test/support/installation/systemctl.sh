#!/bin/bash
# Stands in for systemctl where no systemd runs: starts the command of a unit as its user, with its environment and its
# directories, and ends it. What a unit shuts off is not shut off. Its log is /run/log/UNIT.
set -eu
action='' now='' names=()
for word; do
    case $word in
        --now) now=yes ;;
        -*) ;;
        *) if [ -z "$action" ]; then action=$word; else names+=("${word%.service}"); fi ;;
    esac
done
mkdir -p /run/log /run/enabled

value() { sed -n "s/^$2=//p" "/usr/lib/systemd/system/$1.service" | tail -n 1; }
is_running() { [ -e "/run/$1.pid" ] && kill -0 "$(cat "/run/$1.pid")" 2>/dev/null; }

start() {
    local user settings directory condition capability capabilities=()
    if is_running "$1"; then return 0; fi
    condition=$(value "$1" ConditionPathExists)
    if [ -n "$condition" ] && [ ! -e "$condition" ]; then return 0; fi
    user=$(value "$1" User)
    for directory in "/var/lib/$(value "$1" StateDirectory)" "/var/cache/$(value "$1" CacheDirectory)"; do
        case $directory in */) ;; *) install -d -o "$user" -g "$user" -m 0700 "$directory" ;; esac
    done
    mapfile -t settings < <(sed -n 's/^Environment=//p' "/usr/lib/systemd/system/$1.service")
    capability=$(value "$1" AmbientCapabilities | tr '[:upper:]' '[:lower:]')
    if [ -n "$capability" ]; then
        capabilities=("--inh-caps=+${capability#cap_}" "--ambient-caps=+${capability#cap_}")
    fi
    # shellcheck disable=SC2046
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "${settings[@]}" setsid setpriv --reuid "$user" --regid "$user" \
        --clear-groups "${capabilities[@]}" --no-new-privs $(value "$1" ExecStart) >>"/run/log/$1" 2>&1 </dev/null &
    echo $! >"/run/$1.pid"
    echo start >>"/run/log/$1.actions"
}

stop() {
    if ! is_running "$1"; then return 0; fi
    kill -TERM "$(cat "/run/$1.pid")"
    while is_running "$1"; do sleep 0.1; done
    rm "/run/$1.pid"
    echo stop >>"/run/log/$1.actions"
}

for name in "${names[@]}"; do
    case $action in
        start) start "$name" ;;
        stop) stop "$name" ;;
        restart) stop "$name" && start "$name" ;;
        try-restart) if is_running "$name"; then stop "$name" && start "$name"; fi ;;
        reload) kill -HUP "$(cat "/run/$name.pid")" ;;
        enable)
            touch "/run/enabled/$name"
            if [ -n "$now" ]; then start "$name"; fi
            ;;
        disable)
            rm -f "/run/enabled/$name"
            if [ -n "$now" ]; then stop "$name"; fi
            ;;
        is-enabled) if [ -e "/run/enabled/$name" ]; then echo enabled; else echo disabled && exit 1; fi ;;
        is-active) if is_running "$name"; then echo active; else echo inactive && exit 3; fi ;;
        show)
            if [ -e "/usr/lib/systemd/system/$name.service" ]; then echo LoadState=loaded; else echo LoadState=not-found; fi
            if is_running "$name"; then echo ActiveState=active; else echo ActiveState=inactive; fi
            ;;
        daemon-reload | is-failed) ;;
        *) echo "systemctl: $action is not stood in for" >&2 && exit 64 ;;
    esac
done
