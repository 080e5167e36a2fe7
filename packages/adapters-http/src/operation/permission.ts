import type { Principal } from '@museum/application'
import { type Refusal, refuse } from '@museum/domain'
import type { Route } from './route.ts'

/** Returns `forbidden` unless the role of the principal is one of the route. */
export const checkRole = (
  { role }: Pick<Principal, 'role'>,
  { operationId, roles }: Pick<Route, 'operationId' | 'roles'>,
): Refusal<'forbidden'> | undefined =>
  roles.includes(role) ? undefined : refuse('forbidden', `The role ${role} may not call ${operationId}.`)
