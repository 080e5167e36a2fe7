import type { Dictionary } from './en.ts'

export const ja: Dictionary = {
  // Not 一般, which on tickets means the full price for adults.
  ticketImage: { generalEntry: '入館券', specialEvent: '特別イベント', order: '注文' },
  occasion: (name, date) => `${name}（${date}）`,
  mail: {
    sold: {
      subject: (count, about) => `チケット${count === 1 ? '' : `${count}枚`}のお届け：${about}`,
      heading: () => 'チケットのお届け',
      introduction: () =>
        'このたびはチケットをお買い求めいただき、誠にありがとうございます。ご来館を心よりお待ちしております。',
    },
    cancelled: {
      subject: (count, about) => `チケット${count === 1 ? '' : `${count}枚`}取り消しのお知らせ：${about}`,
      heading: () => 'チケット取り消しのお知らせ',
      introduction: () =>
        '下記のチケットが取り消されましたので、お知らせいたします。このチケットではご入場いただけません。',
    },
    restored: {
      subject: (count, about) => `チケット${count === 1 ? '' : `${count}枚`}が再び有効になりました：${about}`,
      heading: () => '開催のお知らせ',
      introduction: () =>
        '中止とお知らせしたイベントは、予定どおり開催いたします。お手元のチケットは再び有効です。ご来館を心よりお待ちしております。',
    },
    cancelledWithEvent: {
      onDate: (date) => date,
      subject: (event, dates) => `「${event}」（${dates}）中止のお知らせ`,
      heading: 'イベント中止のお知らせ',
      introduction: (_, event, dates) =>
        `誠に申し訳ございませんが、${dates}の「${event}」は中止となりました。これに伴い、お手元のチケットは取り消されましたので、ご入場にはご利用いただけません。`,
    },
    paymentReturned: {
      subject: (about) => `ご返金のお知らせ：${about}`,
      heading: 'ご返金のお知らせ',
      reasons: {
        sold: 'このお支払いを確認した時点で、ご予約はすでにお支払い済みでした。',
        released: 'お支払いを確認した時点で、ご予約はすでに取り消されていました。',
        expired:
          'お支払いを確認した時点で、ご予約の席はすでに確保されておらず、チケットをご用意することができませんでした。',
        'another-amount': 'お支払いいただいた金額が、ご予約の金額と異なっていました。',
      },
      noTickets: 'このお支払いによるチケットは発行されておりません。',
      ticketsStayValid: 'すでにお持ちのチケットは引き続き有効です。',
      amountGoesBack: (amount) =>
        `お支払いいただいた${amount}は、全額返金いたします。クレジットカードなど、お支払い時にご利用の方法へ、通常は数日以内に返金されます。`,
      questions: 'ご不明な点は、当館までお問い合わせください。',
      refund: '返金額',
    },
    howToEnter: (count) =>
      `入口で${count === 1 ? '' : 'それぞれの'}チケットのコードをスマートフォンまたは印刷した紙でご提示ください。`,
    othersStayValid: 'このご注文のほかのチケットは引き続き有効です。',
    online: {
      link: 'チケットをオンラインで見る',
      valid: 'チケットはオンラインでも、常に最新の状態でご覧いただけます。',
      cancelled: 'すべてのチケットの現在の状態は、オンラインでいつでもご確認いただけます。',
    },
    questionsAboutRefund: '払い戻しなどのご質問は、当館までお問い合わせください。',
    calendarAttached: (count) => `カレンダー用の予定${count === 1 ? '' : `${count}件`}を添付しています。`,
    labelled: (label, value) => `${label}：${value}`,
    ticketOf: (number, count) => `チケット ${number}／${count}`,
    ticket: 'チケット',
    imageOf: (confirmationCode) => `チケット ${confirmationCode} の画像（QRコード付き）`,
    date: '日付',
    location: '場所',
    openingHours: '開館時間',
    priceCategory: '料金区分',
    price: '料金',
    total: '合計',
    free: '無料',
    orderNumber: '注文番号',
    confirmationCode: '確認コード',
    terms: '利用規約',
  },
  page: {
    openToday: (hours) => `本日開館　${hours}`,
    closedToday: '本日休館',
    unavailable: 'ただいま開館時間を表示できません。数分後にもう一度お試しください。',
    closed: '休館',
    exceptionally: '臨時',
    timedEntry: '入館は時間指定制です。入館券に記載された時刻からお入りいただけます。',
    otherHours: '休館日・特別開館時間',
    opensAgain: (date) => `${date}に開館いたします。`,
    whatsOn: 'イベント案内',
    noEvents: '現在予定されているイベントはありません。',
    placesLeft: 'チケット販売中',
    soldOut: '完売',
    furtherDates: (count, last) => (count === 1 ? `ほか ${last}` : `ほか${count}日（${last}まで）`),
    furtherEvents: (count) => `ほか${count}件のイベントをカレンダーに掲載しています。`,
    readMore: '続きを読む',
    calendar: '全日程をカレンダーに追加',
    feed: 'イベントのJSON Feed',
    desk: 'スタッフ用窓口',
    apiReference: 'APIリファレンス',
    openApiDocument: 'OpenAPIドキュメント',
    serviceState: 'サービスの状態',
  },
  myTickets: {
    keepLink:
      'このページには、チケットの現在の状態がいつでも表示されます。ページのアドレスを知っている方はどなたでもチケットを使用できます。',
    used: (at) => `使用済み（${at}）`,
    cancelled: 'キャンセル済み：入場にはご利用いただけません',
    codeOf: (confirmationCode) => `チケット ${confirmationCode} のQRコード`,
    image: '画像',
    calendar: 'カレンダーに追加',
    print: '印刷',
    receipt: '領収書',
    back: 'チケットに戻る',
    notFound: {
      heading: 'チケットが見つかりません',
      text: 'リンクの一部が欠けている可能性があります。メールに記載のリンク全体をコピーしてください。メールアドレスが変更または削除されると、以前のリンクは無効になります。チケットが見つからない場合は、当館までお問い合わせください。',
    },
    ended: {
      heading: 'これらのチケットの表示は終了しました',
      text: 'チケットは、日付の30日後までこちらでご覧いただけます。ご不明な点は、当館までお問い合わせください。',
    },
    unavailable: {
      heading: '現在、チケットを表示できません',
      text: '1分ほど待ってから、もう一度お試しください。入場の際は、メールの画像もご利用いただけます。',
    },
    privacy: 'プライバシー',
    legalNotice: '運営者情報',
    languages: '言語',
  },
  rehearsal: {
    title: '支払いのリハーサル',
    explanation: 'ここでは実際の請求は行われません。ボタンで支払いの結果を選べます。',
    endsAt: (time) => `このページの有効期限は${time}です。`,
    declined: 'カードは拒否されました。別のカードをお試しいただけます。',
    pay: (amount) => `${amount}を支払う`,
    decline: 'カードを拒否する',
    payTooLate: '期限後に支払う',
    tooLateMeans: '「期限後に支払う」を選ぶと支払いは完了しますが、お席の確保は終了したものとして扱われます。',
    back: '支払わずに戻る',
    paid: 'この支払いは完了しています。',
    ended: 'このページの有効期限が切れました。ここではお支払いいただけません。',
    continue: '続ける',
  },
}
