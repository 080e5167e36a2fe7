// Loaded before a program with `--import`: prints each module of OpenTelemetry and of Hono that it imports.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) => {
    if (/^(@opentelemetry|hono)\b/.test(specifier)) console.error(`loaded: ${specifier}`)
    return next(specifier, context)
  },
})
