#!/bin/bash
# Puts a small Debian together from packages that are installed here, with nothing fetched: what images are built on.
#   base-system.sh DIRECTORY PACKAGE...
# With each package come those that it depends on; apt finds them installed and has no lists to ask.
set -euo pipefail
system=$1
shift
declare -A depends=() provider=() found=()
while IFS='@' read -r name status provides after; do
    [[ $status == 'ii ' ]] || continue
    depends[$name]=" $after"
    for other in $provides; do provider[$other]=$name; done
done < <(dpkg-query -W -f '${Package}@${db:Status-Abbrev}@${Provides}@${Pre-Depends}, ${Depends}\n' | sed 's/([^)]*)//g; s/:any//g; s/[|,]/ /g')
wanted=("$@")
while [ ${#wanted[@]} -gt 0 ]; do
    name=${wanted[0]}
    wanted=("${wanted[@]:1}")
    [ -n "${depends[$name]-}" ] || name=${provider[$name]-none}
    [ -z "${found[$name]-}" ] && [ -n "${depends[$name]-}" ] || continue
    found[$name]=yes
    # shellcheck disable=SC2206
    wanted+=(${depends[$name]})
done

mkdir -p "$system"/usr/{bin,sbin,lib,lib64}
for merged in bin sbin lib lib64; do
    if [ -L "/$merged" ]; then ln -s "usr/$merged" "$system/$merged"; fi
done
info=$(for name in "${!found[@]}"; do printf '%s\n' "/var/lib/dpkg/info/$name".* "/var/lib/dpkg/info/$name":*; done)
{
    dpkg-query -L "${!found[@]}"
    echo "$info"
    find /etc/ssl/certs /etc/alternatives /etc/pam.d
    printf '%s\n' /etc/ca-certificates.conf /etc/nsswitch.conf /etc/debconf.conf /var/lib/dpkg/info/format
} | grep -Ev '^(/\.|/(bin|sbin|lib|lib64))?$|^(package diverts|diverted by)|/usr/share/(doc|man|locale)/.' | sort -u |
    while read -r path; do if [ -e "$path" ] || [ -L "$path" ]; then echo "$path"; fi; done |
    tar -c --no-recursion -P -T - 2>/dev/null |
    tar -x -C "$system" --keep-directory-symlink --strip-components 0
mkdir -p "$system"/{proc,sys,dev,run,tmp,root,var/{tmp,log,cache/apt/archives/partial,lib/apt/lists/partial,lib/dpkg/updates}}
chmod 1777 "$system"/{tmp,var/tmp}
cp /usr/share/base-passwd/passwd.master "$system/etc/passwd"
cp /usr/share/base-passwd/group.master "$system/etc/group"
# What a package made when it was installed here: a user of its name.
for name in "${!found[@]}"; do
    for kind in passwd group; do
        grep -q "^$name:" "$system/etc/$kind" || grep "^$name:" "/etc/$kind" >>"$system/etc/$kind" || true
    done
done
sed 's/:.*/:*:19000:0:99999:7:::/' "$system/etc/passwd" >"$system/etc/shadow"
sed 's/:.*/:*::/' "$system/etc/group" >"$system/etc/gshadow"
names=" ${!found[*]} "
awk -v names="$names" 'BEGIN { RS = ""; ORS = "\n\n" } { name = $2 } index(names, " " name " ")' /var/lib/dpkg/status >"$system/var/lib/dpkg/status"
touch "$system/var/lib/dpkg/available"
