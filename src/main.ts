#!/usr/bin/env bun
import { runCommand } from './cli/command.ts'

const exitCode = await runCommand(process.argv.slice(2), process.env)
if (exitCode !== undefined) process.exit(exitCode)
