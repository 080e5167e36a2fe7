import { roles } from '@museum/application'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import {
  OwnPasswordBody,
  UserBody,
  UserChangesBody,
  UserFields,
  UserWithPasswordBody,
  toUserBody,
  toUserWithPasswordBody,
} from './user.wire.ts'

const tags = ['Users']

const byCommands = problemResponse('Users may be changed by commands only.', 'users-by-commands')

export const addUser = operation({
  method: 'post',
  path: '/users',
  operationId: 'addUser',
  kind: 'change',
  roles: ['admin'],
  tags,
  description:
    'Adds a user, who can log in at once. Without a password, a random one is made, and the response has it, this once: the user ' +
    'is asked to change it.',
  body: jsonBody(UserFields),
  retryAdvice: 'List the users: if the user was added, give it a new password; if not, send the request again.',
  responses: {
    201: jsonResponse('The user, with the password that was made.', UserWithPasswordBody),
    403: byCommands,
    409: problemResponse('There is a user of this name.', 'user-exists'),
  },
}).calls(
  (users, { body, principal }) => users.addUser(body, principal),
  (added) => toUserWithPasswordBody(added, added.madePassword),
)

export const listUsers = operation({
  path: '/users',
  operationId: 'listUsers',
  kind: 'read',
  roles: ['admin'],
  tags,
  description: 'All users, in the order of their names.',
  responses: { 200: jsonResponse('The users.', z.array(UserBody), etagHeader('this list')) },
}).calls(
  (users) => users.listUsers(),
  (all) => all.map(toUserBody),
)

export const updateUser = operation({
  method: 'patch',
  path: '/users/{username}',
  operationId: 'updateUser',
  kind: 'change',
  roles: ['admin'],
  tags,
  description:
    'Changes the members that the request has, on every server within 5 seconds. `"password": null` makes a random password, which ' +
    'the response has, this once. One enabled administrator must remain.',
  body: jsonBody(UserChangesBody),
  responses: {
    200: jsonResponse('The user with its changes, and with the password that was made.', UserWithPasswordBody),
    403: byCommands,
    409: problemResponse(
      'The user is the last enabled administrator, or has the password of the environment.',
      'last-administrator',
      'set-by-environment',
    ),
  },
}).calls(
  (users, { path, body: { enabled, ...changes }, principal }) =>
    users.updateUser(path.username, { ...changes, isEnabled: enabled }, principal),
  ({ user, madePassword }) => toUserWithPasswordBody(user, madePassword),
)

export const removeUser = operation({
  method: 'delete',
  path: '/users/{username}',
  operationId: 'removeUser',
  kind: 'change',
  roles: ['admin'],
  tags,
  description:
    'Removes a user. The tickets that the user sold stay valid, and the audit log keeps the name. To only end the access, disable ' +
    'the user.',
  responses: {
    204: { description: 'The user is removed.' },
    403: byCommands,
    409: problemResponse('The user is the last enabled administrator.', 'last-administrator'),
  },
}).calls((users, { path, principal }) => users.removeUser(path.username, principal))

export const changeOwnPassword = operation({
  method: 'put',
  path: '/users/me/password',
  operationId: 'changeOwnPassword',
  kind: 'change',
  roles,
  tags,
  description:
    'Gives the user who sends the request a new password. Requests with the former one are refused within 5 seconds. A wrong ' +
    'present password counts as a failed sign-in.',
  body: jsonBody(OwnPasswordBody),
  responses: {
    204: { description: 'The password is changed.' },
    403: byCommands,
    404: problemResponse('The user was removed meanwhile.', 'user-not-found'),
    409: problemResponse('The password of this user is set by the environment.', 'set-by-environment'),
    429: problemResponse('Too many passwords were wrong, or another request changes it.', 'too-many-requests'),
  },
}).calls((users, { body, principal }, c) =>
  users.changeOwnPassword(principal, body, (username, password) =>
    c.get('credentials').verify(username, password, c.get('clientAddress')),
  ),
)
