# A Slurm cluster of three nodes in a folder of its own, all on this machine, and its end: for the
# tests beside it, which source this and run as root.
#
#     start_cluster FOLDER     sets SLURM_CONF; exit 77, a skip, where Slurm cannot run here
#     kill_node n2             as if its power failed, with all that runs there
#     start_node n2            again, after that
#     stop_cluster             ends what was started, by the ids of its processes
#
# n1 has one CPU and a GPU that is none, n2 one CPU, n3 two CPUs and such a GPU. An array has at most
# four jobs.
# shellcheck shell=bash

say() {
    printf '%4s s  %s\n' "$SECONDS" "$*"
}

skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}

# Until the command succeeds; fails after so many seconds.
wait_until() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.1
    done
}

# A port that nobody listens on, and that none of the cluster's has taken.
free_port() {
    local port
    while :; do
        port=$((20000 + RANDOM % 12000))
        if ! grep -qs "Port=$port" "$cluster/slurm.conf" && ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
            printf '%s\n' "$port"
            return
        fi
    done
}

# Programs are confined by bubblewrap, not by cgroups, which containers often have no say in.
cgroup_plugin() {
    case $(slurmctld -V) in
        *\ 2[0-2].*) printf 'cgroup/v1\n' ;;
        *) printf 'disabled\n' ;;
    esac
}

write_settings() {
    local host line
    host=$(hostname)
    printf 'CgroupPlugin=%s\n' "$(cgroup_plugin)" >"$cluster/cgroup.conf"
    printf 'NodeName=n[1,3] Name=gpu File=/dev/null\n' >"$cluster/gres.conf"
    cat >"$cluster/slurm.conf" <<END
ClusterName=kit
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
# A job whose node died waits as long as a credential is good for: 120 s but for this.
AuthInfo=socket=$cluster/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool-%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd-%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
SlurmdTimeout=5
KillWait=2
ReturnToService=2
MaxArraySize=4
GresTypes=gpu
END
    # One after the other, so that no two take the same port.
    for line in "SlurmctldPort=PORT" \
        "NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=PORT CPUs=1 RealMemory=4000 Gres=gpu:1" \
        "NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=PORT CPUs=1 RealMemory=4000" \
        "NodeName=n3 NodeHostname=$host NodeAddr=127.0.0.1 Port=PORT CPUs=2 RealMemory=8000 Gres=gpu:1"; do
        printf '%s\n' "${line/PORT/$(free_port)}" >>"$cluster/slurm.conf"
    done
    printf 'PartitionName=all Nodes=n[1-3] Default=YES State=UP\nPartitionName=gpu Nodes=n3 State=UP\n' \
        >>"$cluster/slurm.conf"
}

nodes_are_up() {
    [ "$(sinfo --noheader --Node --partition=all --format=%T 2>/dev/null | grep -cx idle)" = 3 ]
}

start_cluster() {
    local name
    for name in munged slurmctld slurmd sbatch squeue scontrol scancel sinfo; do
        command -v "$name" >/dev/null || skip "$name is not installed"
    done
    [ "$(id -u)" = 0 ] || skip 'only root may start slurmd'
    cluster=$1
    mkdir -p "$cluster/munge" "$cluster/state"
    chmod 755 "$cluster" "$cluster/munge"
    write_settings
    export SLURM_CONF=$cluster/slurm.conf
    (umask 077 && head -c 128 /dev/urandom >"$cluster/munge.key")
    munged --foreground --force --num-threads=1 --socket="$cluster/munge/socket" \
        --key-file="$cluster/munge.key" --pid-file="$cluster/munge/pid" --seed-file="$cluster/munge/seed" \
        --log-file="$cluster/munge/log" >"$cluster/munge/said" 2>&1 &
    daemons=$!
    wait_until 10 test -S "$cluster/munge/socket" || skip "munged does not run here: $(<"$cluster/munge/said")"
    slurmctld -D >/dev/null 2>&1 &
    daemons="$! $daemons"
    for name in n1 n2 n3; do
        start_node "$name"
    done
    wait_until 20 nodes_are_up || skip "Slurm does not run here: $(tail -n 5 "$cluster"/slurm*.log)"
}

start_node() {
    slurmd -D -N "$1" >/dev/null 2>&1 &
    printf '%s\n' $! >"$cluster/$1.pid"
}

# Ids of processes whose environment has both: this cluster's settings, and this.
processes_with() { # variable=value, as a pattern
    local files
    mapfile -t files < <(grep -lzxF "SLURM_CONF=$cluster/slurm.conf" /proc/[0-9]*/environ 2>/dev/null)
    # Processes end meanwhile: what grep misses is no failure.
    [ ${#files[@]} = 0 ] || { grep -lzx "$1" "${files[@]}" 2>/dev/null || true; } | cut -d / -f 3
}

# Those of these processes, and of their parents, that are a slurmstepd.
keepers_of() {
    local pid one
    for pid; do
        for one in "$pid" $(sed -n 's/^PPid:\t//p' "/proc/$pid/status" 2>/dev/null); do
            [ "$(cat "/proc/$one/comm" 2>/dev/null)" != slurmstepd ] || printf '%s\n' "$one"
        done
    done
}

kill_node() {
    local pids
    # shellcheck disable=SC2046,SC2086 # ids are words
    {
        pids=$(processes_with "SLURMD_NODENAME=$1")
        kill -KILL $(<"$cluster/$1.pid") $(keepers_of $pids) $pids 2>/dev/null || true
        wait $(<"$cluster/$1.pid") 2>/dev/null || true
        rm -- "$cluster/$1.pid" # the number may soon be another process's
    }
}

stop_cluster() {
    local name
    [ -n "${cluster:-}" ] || return 0
    for name in n1 n2 n3; do
        [ ! -e "$cluster/$name.pid" ] || kill_node "$name"
    done
    # shellcheck disable=SC2046,SC2086 # ids are words
    kill -KILL ${daemons:-} $(keepers_of $(processes_with 'SLURM_CONF=.*')) 2>/dev/null || true
    wait 2>/dev/null
}
