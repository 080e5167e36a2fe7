import type { ShellTexts } from './texts.ts'

export const shell: ShellTexts = {
  signIn: {
    heading: 'サインイン',
    username: 'ユーザー',
    password: 'パスワード',
    submit: 'サインイン',
    wrong: 'ユーザーまたはパスワードが正しくありません。',
    remember: 'この端末に本日24時まで記憶する',
    rememberHint: '暗号化し、このブラウザーだけに保存します。共用の端末では使わないでください。',
    rememberNeedsHttps: 'この端末で記憶するにはHTTPSが必要です。',
    againHeading: 'もう一度サインインしてください',
    again: 'このサインインは無効になりました。入力した内容は失われません。',
    signOut: 'サインアウト',
  },
  role: { admin: '事務', 'box-office': '窓口', gate: '入口', reader: '案内' },
  navigation: 'ページ',
  skip: '本文へ移動',
  language: '言語',
  noSuchPage: 'このページは存在しないか、この権限では利用できません。',
  loading: '読み込み中…',
  inProgress: '処理中…',
  done: '完了しました。',
  noAnswerYet: 'まだ応答がありません。再試行しています…',
  noAnswer: '応答がありませんでした。繰り返す前に、変更が反映されているか確認してください。',
  offline: 'ネットワークなし',
  defect: 'このページでエラーが発生しました。再読み込みしてください。',
  partNotLoaded: 'このページを読み込めませんでした。新しい版があるかもしれません。',
  reload: '再読み込み',
  requestId: 'リクエスト番号',
  cancel: 'キャンセル',
  close: '閉じる',
  scannedInVain:
    'ここでチケットがスキャンされましたが、何も変更されていません。入場口、または窓口の検索でスキャンしてください。',
  otherKeyboard:
    'コードを読み取れません。スキャナーのキーボード配列がこの端末と異なる可能性があります。スキャナーを端末の配列に合わせてください。',
  typed: {
    amount: (example) => `数字で入力してください。例:${example}`,
    count: '整数を数字だけで入力してください。例:120',
    date: '日付を入力してください。例:2030-05-17',
    meanings: (first, second) =>
      second === undefined
        ? `${first}と入力してください。`
        : `${first}か${second}と入力してください。どちらの意味にもとれます。`,
  },
  cancellation: {
    cancels: (tickets, count) =>
      tickets === 0 ? '取り消されるチケットはありません。' : `チケット${count}枚が取り消されます。`,
    mails: () => '館がメールを送信し、宛先がわかる場合、来館者にメールが届きます。',
    keep: '何も変更しない',
  },
  asOf: (time) => `${time}現在`,
}
