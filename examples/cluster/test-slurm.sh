#!/bin/sh
# Start Debian's Slurm on this machine alone, run slurm.sh on it, kill a step, and compare
# the output with what yates writes. It needs root, slurm-wlm, and yates and yates-cluster
# on the PATH. Nothing remains.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
export SLURM_CONF="$dir/slurm.conf"
controller= daemon=
end() {
	status=$?
	kill $controller $daemon 2>/dev/null || :
	wait
	[ "$status" = 0 ] || tail -n 20 "$dir"/*.log >&2
	rm -rf "$dir"
}
trap end EXIT

mkdir "$dir/state" "$dir/spool"
host=$(hostname -s)
cat >"$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$host
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
KillWait=1
NodeName=$host CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld -D >"$dir/slurmctld.log" 2>&1 &
controller=$!
slurmd -D -N "$host" >"$dir/slurmd.log" 2>&1 &
daemon=$!
until sinfo -h -o %T 2>/dev/null | grep -q idle; do
	kill -0 "$controller" && kill -0 "$daemon"
	sleep 0.2
done

seq 1 6000000 >"$dir/in.txt"
yates shuffle --seed slurm "$dir/in.txt" >"$dir/want"
(cd "$dir" && EVERY=1 TASKS=4 exec "$here/slurm.sh" in.txt -o 'out-{}' --seed slurm --shards 4 --segment 1M) &
run=$!
killed=
while [ -z "$killed" ] && kill -0 "$run" 2>/dev/null; do
	for step in $(pgrep -x yates-cluster); do
		if grep -qz "^work=$dir/" "/proc/$step/environ" && kill -KILL "$step"; then # one of ours
			killed=$step
			break
		fi
	done 2>/dev/null
done
wait "$run"
cat "$dir"/out-[0-3] | cmp - "$dir/want"
test -s "$dir/_out-%d.manifest.json"
test ! -e "$dir/_out-%d.work"
# A record that is no CSV makes steps fail: the rest is cancelled, and the log is named.
printf 'a,"b\n' >"$dir/bad.csv"
if (cd "$dir" && EVERY=1 TASKS=2 "$here/slurm.sh" bad.csv -o 'bad-{}' --csv) 2>"$dir/said"; then
	echo "slurm: a job that cannot be done has succeeded" >&2
	exit 1
fi
grep -q "failed; see yates-logs/" "$dir/said"
test -z "$(squeue -h -t pending,running)"
test "$killed" || echo "slurm: no step ran long enough to be killed"
echo "slurm: the same bytes"
