import type { OperationName, Principal, Role } from '@museum/application'
import type { Refusal } from '@museum/domain'
import { checkRole } from './operation/operation.ts'
import { allOperations } from './operations.ts'

/** The roles that may call each operation of the API, made of its routes. */
export const permissions: Readonly<Partial<Record<OperationName, readonly Role[]>>> = Object.fromEntries(
  allOperations.map(({ route }) => [route.operationId, route.roles]),
)

/**
 * For an application that calls use cases itself, on behalf of a user with a role: returns `forbidden` unless the role may call
 * the operation. Only `admin` may call one that the API does not have.
 */
export const checkPermission = (
  principal: Pick<Principal, 'role'>,
  operationId: OperationName,
): Refusal<'forbidden'> | undefined =>
  checkRole(principal, { operationId, roles: permissions[operationId] ?? ['admin'] })
