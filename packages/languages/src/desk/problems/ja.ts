import type { ProblemTexts } from './en.ts'
import type { ProblemWords } from './problem-words.ts'

const ofPage = 'このページの送信内容を受け付けられませんでした。ページを再読み込みしてください。'
const wholeNumber = ({ number }: ProblemWords) => `${number('min')}から${number('max')}までの整数を入力してください。`
const word = (example: string) => `英小文字で始まる1〜30文字の英小文字、数字、ハイフンで入力してください。例:${example}`
const meanings = ({ list }: ProblemWords) =>
  `${list('meanings')}のどちらの意味か分かりません。どちらかを入力してください。`
const times = ({ count, text }: ProblemWords) =>
  count('entryTimes') === 1
    ? `入場時刻は${text('first')}のみです。`
    : `入場時刻は${text('first')}から${text('last')}までです。`

/** What went wrong, in Japanese. */
export const ja: ProblemTexts = {
  codes: {
    'text-blank': '入力してください。',
    'text-too-long': ({ number }) => `${number('maxLength')}文字以内で入力してください。`,
    'text-control-character': '制御文字を取り除いてください。',
    'text-not-unicode': '読み取れない文字を取り除いてください。',
    'not-a-uuid': 'この館の識別子ではありません。',
    'not-a-calendar-date': (words) =>
      words.has('meanings') ? meanings(words) : '日付を入力してください。例:2030-05-17',
    'not-a-date-or-time': '日付、または日付と時刻を入力してください。例:2030-05-17、2030-05-17T09:00:00Z',
    'not-a-date-time': '日付と時刻を入力してください。例:2030-05-17T09:00:00Z',
    'not-a-time-of-day': '00:00から23:59までの時刻を入力してください。',
    'closes-before-it-opens': '開館時刻は閉館時刻より前にしてください。',
    'too-many-exceptions': ({ number }) => `例外は${number('max')}件までです。過去の日付を取り除いてください。`,
    'duplicate-date': ({ date }) => `${date('date')}が二度入力されています。`,
    'no-dates': '日付を一つ以上入力してください。',
    'too-many-dates': ({ has, number }) =>
      has('dates')
        ? `一度に販売できる日付と入場時刻は${number('max')}件までです。現在は${number('dates')}件です。`
        : `日付は${number('max')}件までです。`,
    'price-out-of-range': ({ number }) => `${number('min')}から${number('max')}までの金額を入力してください。`,
    'price-too-precise': ({ count, number }) =>
      count('decimals') === 0
        ? '小数のない金額を入力してください。'
        : `小数点以下${number('decimals')}桁までの金額を入力してください。`,
    'not-an-email': 'メールアドレスを入力してください。例:name@example.org',
    'not-a-phone': '電話番号を入力してください。数字3桁以上、32文字以内です。',
    'not-a-currency': '通貨を英大文字3文字で入力してください。例:EUR',
    'not-a-price-category': word('child'),
    'percentage-out-of-range': wholeNumber,
    'too-many-price-categories': ({ number }) => `区分は${number('max')}件までです。`,
    'duplicate-price-category': ({ text }) => `識別子${text('priceCategory')}が二度入力されています。`,
    'duplicate-price-category-name': ({ text }) =>
      `区分${text('priceCategory')}と名前が同じです。別の名前を入力してください。`,
    'full-price-has-general-price': '通常料金には入館用の別料金を設定できません。空欄にしてください。',
    'full-price-not-100': '通常料金は常に100パーセントです。',
    'full-price-missing': '100パーセントの区分「full」が必要です。',
    'unknown-price-category': 'この区分はもうありません。別の区分を選んでください。',
    'unknown-event': 'このイベントはもうありません。別のイベントを選んでください。',
    'not-a-language': ofPage,
    'not-in-the-future': '現在より後の日時を選んでください。',
    'too-far-ahead': ({ number }) => `${number('days')}日以内の日時を選んでください。`,
    'after-the-last-date': ({ date }) =>
      `予約の最終日は${date('date')}です。その日の終わりまでの日時を選んでください。`,
    'until-required': '席を確保する期限を選んでください。',
    'no-until': 'この予約には期限の指定がありません。空欄にしてください。',
    'not-one-for-each-item': ofPage,
    'no-tickets': 'チケットを1枚以上販売するか、予約を解放してください。',
    'no-items': 'チケットを選んでください。',
    'too-many-items': ({ number }) => `一度の販売は${number('max')}行までです。残りは別に販売してください。`,
    'quantity-out-of-range': wholeNumber,
    'too-many-tickets': ({ number }) =>
      `一度に販売できるチケットは${number('max')}枚までです。現在は${number('tickets')}枚です。`,
    'online-method': '別の語を入力してください。online は決済ページで支払われたものだけに使います。',
    'no-reference': '空欄にしてください。返金の番号は決済サービスが付けます。',
    'not-a-return-url': ofPage,
    'not-a-payment-method': word('cash'),
    'not-a-confirmation-code': 'コード、メールアドレス、注文番号のいずれでもありません。',
    'not-an-order-number': '注文番号を入力してください。英数字8文字です。例:k7m3-qx8p',
    'not-a-page-url': 'httpまたはhttpsのURLを入力してください。例:https://museum.example/page',
    'not-a-vat-rate': '0から100までの数を、小数点以下2桁までで入力してください。例:10、8.1',
    'not-a-list-of-methods': ({ number }) => `支払い方法を1から${number('max')}個、重複なしで入力してください。`,
    'needed-by-shop': 'オンラインショップに必要な項目です。サーバーには値がないため、入力してください。',
    'duplicate-method': ({ text }) => `${text('method')}が二度数えられています。`,
    'not-the-method-of-the-order': ({ text }) =>
      `この注文は${text('method')}で支払われました。同じ方法で返金してください。`,
    'not-a-webhook-url': '公開サーバーのhttpsのURLを入力してください。パスワードと#は使えません。2,000文字以内です。',
    'not-a-username': ({ number }) =>
      `コロンとスラッシュを除く1～${number('maxLength')}文字の名前を入力してください。「me」と「server」は使えません。`,
    'not-a-password': ({ number }) => `${number('minLength')}～${number('maxLength')}文字で入力してください。`,
    'wrong-password': '現在のパスワードと違います。',
    'no-types': '種類を一つ以上選んでください。',
    'too-many-types': ofPage,
    'capacity-out-of-range': wholeNumber,
    'event-id-required': ofPage,
    'event-not-on-that-date': ({ date }) => `${date('date')}にこのイベントはありません。`,
    'date-in-the-past': ({ date }) => `${date('date')}は過ぎています。`,
    'museum-closed': ({ date }) => `${date('date')}は休館日です。`,
    'sold-out': ({ has, count, number, date, text, list }) => {
      const where = has('entryTime') ? text('entryTime') : date('date')
      const places = count('left') === 0 ? 'の残席はありません' : `の残りは${number('left')}席だけです`
      const others = has('entryTime') ? list('nextEntryTimes') : ''
      return `${where}${places}。${others && `${others}には十分な席があります。`}`
    },
    'minutes-out-of-range': ({ number }) => `${number('min')}から${number('max')}までの整数の分を入力してください。`,
    'no-times': '時刻を一つ以上入力してください。',
    'too-many-times': ({ number }) => `時刻は${number('max')}件までです。`,
    'times-not-ascending': ({ text }) => `前の時刻${text('previous')}より後の時刻を入力してください。`,
    'not-of-an-event': 'これは館全体にのみ設定できます。',
    'not-a-rule': '一定の間隔か時刻の、どちらか一方を入力してください。',
    'entry-time-required': (words) => `入場時刻を選んでください。${times(words)}`,
    'not-an-entry-time': (words) =>
      words.count('entryTimes') === 0
        ? `${words.date('date')}の入場時刻はなくなりました。もう一度日付を選んでください。`
        : `この入場時刻は${words.date('date')}にはもうありません。${times(words)}`,
    'no-entry-times': '入場時刻はなくなりました。もう一度選んでください。',
    'entry-time-over': ({ text }) => `入場時刻${text('entryTime')}は${text('until')}に終わりました。`,
    'scanned-at-required': ofPage,
    'whole-order-offline':
      'ネットワークがないと注文をまとめて入場させられません。チケットを1枚ずつ読み取ってください。',
    'scanned-in-the-future': ({ number }) =>
      `この端末の時計が${number('minutes')}分以上進んでいます。時計を合わせてください。`,
    'scanned-too-long-ago': ({ number }) => `${number('days')}日より前の読み取りです。`,
    'email-required': '電話番号にはメールアドレスも必要です。',
    'times-incomplete': '時刻は両方入力するか、両方空にしてください。',
    missing: ({ has, text }) => (has('column') ? `列${text('column')}がありません。` : '入力してください。'),
    'null-not-allowed': '入力してください。',
    'wrong-type': ({ text }) => (text('expected') === 'number' ? '数字で入力してください。例:12.50' : ofPage),
    'unknown-value': ({ list }) => `使える値:${list('allowed')}`,
    'not-json': 'JSONではありません。',
    'not-csv': '引用符が閉じられていないか、二重になっていません。',
    'empty-file': 'ファイルが空か、列の見出しがありません。',
    'row-too-long': ({ number }) =>
      `この行は${number('maxLength')}文字を超えています。引用符が閉じられていない可能性があります。`,
    'file-too-large': 'ファイルが大きすぎます。分割してください。',
    'unknown-column': ({ has, number, text }) =>
      has('column')
        ? `列${text('column')}は使えません。`
        : `${number('titles')}列のうち使えるのは最大${number('known')}列です。ほかの列を取り除いてください。`,
    'duplicate-column': ({ text }) => `列${text('column')}が二度あります。`,
    'thousands-separator': meanings,
    'wrong-cell-count': ({ number }) =>
      `この行のセルは${number('cells')}個、見出しは${number('titles')}個です。区切り文字や改行を含む文字列は引用符で囲んでください。`,
    'not-utf-8': 'ファイルがUTF-8ではありません。表計算ソフトで「CSV UTF-8」として保存してください。',
    'not-an-object': ofPage,
    'not-an-array': ofPage,
    'not-an-integer': ofPage,
    'out-of-range': wholeNumber,
    'start-after-end': '開始が終了より後になっています。',
    'too-many-days': ({ number }) => `${number('max')}日以内で選んでください。現在は${number('days')}日です。`,
    'filter-required': '検索するものを入力してください。',
    'filters-combined': ofPage,
    'not-a-cursor': ofPage,
    'sent-twice': ofPage,
    'not-an-idempotency-key': ofPage,
    'not-an-entity-tag': ofPage,
    'broken-escape': ofPage,
    'broken-request': ofPage,
  },
  types: {
    'validation-failed': '印の付いた箇所を直してください。',
    'museum-closed': '何も販売されていません。印の付いた箇所を確認してください。',
    unauthorized: 'ユーザー名またはパスワードが違います。',
    forbidden: 'この操作はあなたの役割では行えません。',
    'users-by-commands':
      'この博物館では、ユーザーとパスワードはサーバーのコマンドでのみ変更できます。サーバーの管理者に連絡してください。',
    'origin-not-allowed': 'このページのアドレスからの変更は受け付けられません。管理者に知らせてください。',
    'not-found': 'このページはもうありません。',
    'event-not-found': 'このイベントはありません。削除された可能性があります。',
    'ticket-not-found': 'このチケットはありません。',
    'order-not-found': 'この注文はありません。',
    'reservation-not-found': 'この予約はありません。期限を過ぎて削除された可能性があります。',
    'payment-not-found': 'この予約にこの支払いはありません。',
    'closing-not-found': 'この締めはありません。',
    'admission-not-found': 'この入場の記録はないか、取り消されています。',
    'user-not-found': 'このユーザーはいません。削除された可能性があります。',
    'webhook-not-found': 'このWebhookはありません。削除された可能性があります。',
    'delivery-not-found': 'このメッセージはもうないか、宛先が保存されていません。',
    'method-not-allowed': ofPage,
    'request-timeout': 'リクエストが時間内に届きませんでした。もう一度試してください。',
    'request-in-progress': '同じリクエストを処理中です。少しお待ちください。',
    'sold-out': '何も販売されていません。印の付いた箇所を確認してください。',
    'total-changed': ({ money }) =>
      `料金が変わり、現在は${money('total')}です。何も販売されていません。来館者に伝えてから、もう一度販売してください。`,
    'payment-open': 'この予約は支払いの手続き中です。待つか、予約を解放してください。',
    'reservation-without-end': 'この予約は数分間しか確保されません。その場でお支払いを受けてください。',
    'shop-off': 'この館にはオンラインショップがありません。窓口で予約を販売してください。',
    'payment-off': 'この施設はオンライン決済に対応していません。',
    'nothing-to-pay': 'この予約は無料です。',
    'below-minimum': '金額が小さすぎるため、オンラインでは支払えません。',
    'too-many-payments': 'この予約の決済回数が多すぎます。予約を作り直してください。',
    'payment-provider-unavailable': '決済サービスが応答しません。席は確保されたままです。もう一度お試しください。',
    'reservation-ended': ({ text }) => {
      if (text('state') === 'sold') return 'この予約はすでに販売済みです。'
      return text('state') === 'released'
        ? 'この予約は解放されました。席は空席に戻っています。'
        : 'この予約は期限切れです。席はもう確保されていません。'
    },
    'ticket-not-cancelled': 'このチケットは取り消されていません。返金の前に取り消してください。',
    'not-paid-online': 'オンラインで支払われたものではありません。別の方法で返金してください。',
    'nothing-due': '返金はありません。',
    'refund-settled': 'この返金は別の方法で済んでいます。もう一度返金しないでください。',
    'ticket-admitted': ({ has }) => {
      if (!has('orderId')) return 'このチケットは使用済みのため、取り消せません。'
      return has('ticketId')
        ? 'この注文のチケットが使用済みのため、販売を取り消せません。残りのチケットを取り消してください。'
        : 'この注文のチケットはすべて使用済みのため、取り消せません。'
    },
    'too-late-to-reverse': ({ date }) =>
      `販売の取り消しは当日のみです。この販売は${date('date')}でした。注文を取り消してから返金してください。`,
    'too-late-to-correct': ({ date }) => `支払いの訂正は販売当日のみです。この販売は${date('date')}でした。`,
    'order-paid-online': 'オンラインで支払われたため、支払いは訂正できません。',
    'order-refunded': '全額を返金済みのため、支払いは訂正できません。',
    'no-address': 'メールアドレスがありません。宛先を入力してください。',
    'shop-closed': 'オンラインショップは現在、受付を停止しています。',
    'mail-off': 'この館はメールを送信しません。チケットを印刷してください。',
    'tickets-are-sold': ({ number, date }) =>
      `${date('from')}以降のチケットが${number('tickets')}枚販売されています。何も変更されていません。`,
    'too-many-rows': ({ count, number }) =>
      count('days') === 0
        ? `1日だけで${number('max')}行を超えています。`
        : `${number('max')}行を超えています。${number('days')}日以内で選んでください。`,
    'user-exists': 'この名前のユーザーは既にいます。別の名前を選んでください。',
    'last-administrator': '最後の管理者です。先に別のユーザーにadminの役割を与えてください。',
    'set-by-environment': 'このユーザーのパスワードはサーバーで設定されています。サーバーの管理者に連絡してください。',
    'webhook-disabled': 'Webhookは無効です。有効にしてから、もう一度テストを送ってください。',
    'too-many-webhooks': ({ number }) => `Webhookはすでに${number('max')}件あります。不要なものを削除してください。`,
    'too-many-secrets': ({ number }) =>
      `シークレットは${number('hours')}時間に${number('renewals')}回更新されました。しばらくお待ちください。`,
    'ticket-cancelled': ({ has }) =>
      has('orderId') ? 'この注文のチケットはすべて取り消されています。' : 'このチケットは取り消されています。',
    'precondition-failed': 'ほかの人がその間に変更しました。何も変更されていません。',
    'payload-too-large': '大きすぎます。',
    'unsupported-media-type': ofPage,
    'scan-id-reused': ofPage,
    'idempotency-key-reused': ofPage,
    'too-many-requests': 'パスワードの誤りかリクエストが多すぎます。1分後にもう一度試してください。',
    'too-many-mails': ({ number, text }) => {
      const sent =
        text('per') === 'address'
          ? `この宛先には1時間に${number('limit')}通のメールが送られました。`
          : `1時間に${number('limit')}通のメールを送りました。`
      return `${sent}${number('minutes')}分後に送るか、チケットを印刷してください。`
    },
    'headers-too-large': ofPage,
    'internal-error': '館のサーバーでエラーが発生しました。リクエスト番号を知らせてください。',
    'service-unavailable': '現在この操作は行えません。もう一度試してください。',
    'outcome-unknown': '反映されたかどうか分かりません。繰り返す前に確認してください。',
  },
}
