import { type AddFirstUser, type AddUser, addFirstUser, addUser } from './add-user.ts'
import { type ChangeUserPassword, changeUserPassword } from './change-user-password.ts'
import { type ChangeUserRole, changeUserRole } from './change-user-role.ts'
import { type DisableUser, disableUser } from './disable-user.ts'
import { type EnableUser, enableUser } from './enable-user.ts'
import { type ListUsers, listUsers } from './list-users.ts'
import { type RemoveUser, removeUser } from './remove-user.ts'
import type { UserPorts } from './user-ports.ts'

/** Every operation on the users of the museum as a function. `actor` is who the audit says made the change. */
export type Users = Readonly<{
  addUser: AddUser
  addFirstUser: AddFirstUser
  listUsers: ListUsers
  changeUserRole: ChangeUserRole
  changeUserPassword: ChangeUserPassword
  disableUser: DisableUser
  enableUser: EnableUser
  removeUser: RemoveUser
}>

/** Builds the operations on these ports. A service with users of its own does not need them. */
export const openUsers = (ports: UserPorts): Users => ({
  addUser: addUser(ports),
  addFirstUser: addFirstUser(ports),
  listUsers: listUsers(ports),
  changeUserRole: changeUserRole(ports),
  changeUserPassword: changeUserPassword(ports),
  disableUser: disableUser(ports),
  enableUser: enableUser(ports),
  removeUser: removeUser(ports),
})
