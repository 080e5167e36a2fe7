import type { OfficeTexts } from './texts.ts'

export const office: OfficeTexts = {
  title: '事務',
  users: 'ユーザー',
  usersHint: 'ユーザーの追加と変更は、サーバーのコマンドで行います。次のコマンドで使い方を表示できます：',
  user: 'ユーザー名',
  role: '役割',
  signIn: 'サインイン',
  enabled: '有効',
  disabled: '無効',
}
