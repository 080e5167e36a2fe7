import { npxProcess } from '../../src/startup/npx-process.ts'

console.log(`npx: ${npxProcess()}`)
