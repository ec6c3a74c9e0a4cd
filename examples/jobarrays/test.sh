#!/bin/sh
# Run the recipes of docs/engines.md for job arrays, kill tasks of each, and compare the shards, end to end, with what
# one machine writes: GNU parallel where it is, and Debian's Slurm on this machine alone where it is and root runs this.
# It needs yates on the PATH. Nothing remains.
set -eu
dir=$(mktemp -d)
controller= daemon=
end() {
	status=$?
	kill $controller $daemon 2>/dev/null || :
	wait
	[ "$status" = 0 ] || tail -n 20 "$dir"/*.log >&2
	rm -rf "$dir"
}
trap end EXIT
cd "$dir"
mkdir data
seq 1 3000000 >data/1.txt
: >data/2.txt
seq 3000001 4000000 >data/3.txt
yates shuffle --seed 2026 data/*.txt >want

# kill ends the next task of ours that it finds, once.
kill_one() {
	until test -e killed || test -e done; do
		for pid in $(pgrep -x yates); do
			if [ "$(readlink "/proc/$pid/cwd")" = "$dir" ] && kill -KILL "$pid"; then touch killed; break; fi
		done 2>/dev/null
	done
}
# check NAME ends a recipe: the shards are complete, and a task was killed.
check() {
	touch done
	wait "$killer"
	cat out-* | cmp - want
	test -e killed || echo "$1: no task ran long enough to be killed"
	rm out-* done
	rm -f killed
	echo "$1: the same bytes"
}

if command -v parallel >/dev/null; then
	kill_one &
	killer=$!
	seq -w 08 | parallel -j 2 --retries 3 "yates shuffle --seed 2026 --shard {}/8 -o out-{}.txt data/*.txt"
	check parallel
fi

command -v slurmctld >/dev/null && [ "$(id -u)" = 0 ] || exit 0
export SLURM_CONF="$dir/slurm.conf"
mkdir state spool
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
NodeName=$host CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld -D >slurmctld.log 2>&1 &
controller=$!
slurmd -D -N "$host" >slurmd.log 2>&1 &
daemon=$!
until sinfo -h -o %T 2>/dev/null | grep -q idle; do
	kill -0 "$controller" && kill -0 "$daemon"
	sleep 0.2
done
kill_one &
killer=$!
cat >shard.sh <<'TASK'
#!/bin/sh
#SBATCH --array=1-8 --output=slurm-%a.log
for try in 1 2 3; do
	yates shuffle --seed 2026 --shard "$SLURM_ARRAY_TASK_ID/8" -o "out-$(printf %03d "$SLURM_ARRAY_TASK_ID").txt" \
		data/*.txt && exit
done
exit 1
TASK
sbatch --wait shard.sh
check slurm
