import { Password, type UserAccount, Username, roles } from '@museum/application'
import { z } from 'zod'
import { optionalMember, shownText, text } from '../operation/schemas.ts'

const role = z.enum(roles).meta({ description: 'The role of the user.', example: 'box-office' })
const enabled = z.boolean().meta({ description: 'Whether the user can log in.', example: true })
const newPassword = {
  minLength: Password.minLength,
  maxLength: Password.maxLength,
  pattern: String.raw`^[^\x00-\x1f\x7f-\x9f]*$`,
  format: 'password',
}
const password = text(Password)

export const UserFields = z
  .object({
    username: text(Username).meta({
      minLength: 1,
      maxLength: 255,
      pattern: String.raw`^[^\s:/\x00-\x1f\x7f-\x9f]([^:/\x00-\x1f\x7f-\x9f]*[^\s:/\x00-\x1f\x7f-\x9f])?$`,
      description:
        'The name with which the user logs in; capitals count. No colon, slash or space at an end, and not `me`, `server`, `.` or `..`.',
      example: 'desk-1',
    }),
    role,
    password: optionalMember(password).meta({
      ...newPassword,
      type: ['string', 'null'],
      description: 'The password. Without it, a random one is made.',
    }),
  })
  .meta({ id: 'UserFields', description: 'A user to add.', example: { username: 'desk-1', role: 'box-office' } })

export const UserChangesBody = z
  .object({
    role,
    enabled,
    password: password.nullable().meta({
      ...newPassword,
      type: ['string', 'null'],
      description: 'The new password; null: a random one is made.',
    }),
  })
  .partial()
  .meta({ id: 'UserChanges', description: 'The members to change.', example: { role: 'gate' } })

export const OwnPasswordBody = z
  .object({
    password: z.string().meta({ format: 'password', description: 'The present password.', example: 'k7m3-qx8p-2wzt' }),
    newPassword: password.meta({ ...newPassword, description: 'The new password.', example: 'a longer password' }),
  })
  .meta({
    id: 'OwnPassword',
    description: 'A new password of the user who sends the request.',
    example: { password: 'k7m3-qx8p-2wzt', newPassword: 'a longer password' },
  })

export const passwordIsTemporary = z.boolean().meta({
  description: 'Whether the museum made the password of the user, who has not changed it since.',
  example: false,
})

export const UserBody = z
  .object({
    username: shownText('The name with which the user logs in.', 'desk-1'),
    role,
    enabled,
    passwordIsTemporary,
  })
  .meta({ id: 'User', description: 'A user of the museum.' })

/** A user as a response shows it. Every member is listed here, so that the hash of the password is not sent. */
export const toUserBody = (user: UserAccount): z.output<typeof UserBody> => ({
  username: user.username,
  role: user.role,
  enabled: user.isEnabled,
  passwordIsTemporary: user.passwordIsTemporary === true,
})

/** A user in the response that shows the password that was made. */
export const UserWithPasswordBody = z
  .object({
    ...UserBody.shape,
    password: z.string().optional().meta({
      description: 'The password that was made; absent when none was. No other response has it.',
      example: 'k7m3-qx8p-2wzt-9hrd-b4vn',
    }),
  })
  .meta({ id: 'UserWithPassword', description: 'A user, with the password that was made.' })

export const toUserWithPasswordBody = (
  user: UserAccount,
  madePassword: string | undefined,
): z.output<typeof UserWithPasswordBody> => ({
  ...toUserBody(user),
  ...(madePassword !== undefined && { password: madePassword }),
})
