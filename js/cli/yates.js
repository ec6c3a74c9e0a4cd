#!/usr/bin/env node
// Runs the command of the package for this system, which npm installs with this one.
const { spawn } = require('node:child_process')

const { platform, arch } = process
let command
try {
  command = require.resolve(`@yates-shuffle/${platform}-${arch}/yates${platform === 'win32' ? '.exe' : ''}`)
} catch {
  console.error(`yates: the package @yates-shuffle/${platform}-${arch} is not installed: npm leaves it out with ` +
    '--omit=optional or for a system without one; https://github.com/yates-shuffle/yates has other ways')
  process.exit(1)
}
const child = spawn(command, process.argv.slice(2), { stdio: 'inherit' })
// The terminal sends its signals to both; the command says how it ends.
for (const signal of ['SIGINT', 'SIGQUIT']) process.on(signal, () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', error => {
  console.error(`yates: cannot run ${command}: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => {
  if (signal == null) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
