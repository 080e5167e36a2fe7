// Loaded before a program with `--import`: prints each module of OpenTelemetry that it imports.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier.startsWith('@opentelemetry/')) console.error(`loaded: ${specifier}`)
    return next(specifier, context)
  },
})
