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
          'お支払いを確認した時点で、チケットのお取り置きはすでに終了しており、チケットをご用意することができませんでした。',
        'another-amount': 'お支払いいただいた金額が、ご予約の金額と異なっていました。',
      },
      noTickets: 'このお支払いによるチケットは発行されておりません。',
      ticketsStayValid: 'すでにお持ちのチケットは引き続き有効です。',
      amountGoesBack: (amount) =>
        `お支払いいただいた${amount}は、全額返金いたします。クレジットカードなど、お支払い時にご利用の方法へ、通常は数日以内に返金されます。`,
      questions: 'ご不明な点は、当館までお問い合わせください。',
      refund: '返金額',
    },
    links: {
      subject: (museum) => `チケットのご案内：${museum}`,
      heading: 'チケットのご案内',
      introduction:
        'ご依頼のチケットをお送りします。本日以降のものです。リンクをお持ちの方は、どなたでもチケットをご利用いただけます。',
      notAsked:
        'お心当たりがない場合は、何もしていただく必要はありません。リンクはこのアドレスだけにお送りしています。',
    },
    reservation: {
      subject: (about) => `ご予約のお知らせ：${about}`,
      heading: 'チケットをお取り置きしています',
      introduction:
        '次の内容でチケットをお取り置きしています。下記の期限までに、オンラインでご注文とお支払いをお願いいたします。お手続き後、チケットをメールでお送りします。期限を過ぎると、ほかのお客様に販売することがあります。',
      places: (count) => `${count}名様分`,
      reservedUntil: 'お取り置き期限',
      online: {
        sentence: 'こちらのページで、ご予約内容の確認とご注文ができます。',
        label: 'ご予約を見る',
      },
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
    terms: '販売規約',
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
  shop: {
    title: 'チケット',
    buy: 'チケットを購入',
    chooseDate: '日付をお選びください',
    chooseEvent: 'またはイベントをお選びください',
    levels: { enough: '空きあり', few: '残りわずか', none: '完売' },
    earlierDates: '前の日付',
    laterDates: '次の日付',
    otherDates: '別の日付を選ぶ',
    allDates: 'すべての日程',
    nothingToBuy: '現在、オンラインで購入できるものはありません。',
    entryTime: '入場時間',
    howMany: 'チケットの枚数',
    each: (price) => `1枚 ${price}`,
    email: 'メールアドレス',
    emailHelp: 'このアドレスにチケットをお送りします。',
    phone: '電話番号',
    optional: (field) => `${field}(任意)`,
    acceptTerms: ['購入にあたり、', '販売規約', 'に同意します。'],
    goOn: '次へ',
    goOnHelp: 'チケットを15分間お取り置きします。まだ購入は完了しません。',
    checkEntries: '入力内容をご確認ください',
    faults: {
      noTickets: 'チケットを1枚以上お選びください。',
      tooManyTickets: (max) =>
        `チケットは${max}枚までお選びいただけます。それより多い団体のお客様は、当館までお問い合わせください。`,
      notACount: '2のような整数をご入力ください。',
      noTime: '入場時間をお選びください。',
      notAnEmail: 'ada@example.org のように、メールアドレス全体をご入力ください。',
      notAPhone: '3桁以上の電話番号をご入力ください。',
      termsNotAccepted: '販売規約への同意が必要です。',
      soldOut: 'チケットの残りが足りません。枚数を減らすか、別の日付または時間をお選びください。',
      priceChanged: '価格が変更されました。ご確認のうえ、お進みください。',
      priceWas: (category: string, price: string, before: string) =>
        `「${category}」の料金は${before}から${price}に変わりました。`,
      notOffered: 'こちらはもう購入できません。もう一度お選びください。',
      belowMinimum: (minimum) =>
        `オンラインでのお支払いは${minimum}からとなります。枚数を増やしていただくか、当館でご購入ください。`,
      paymentFailed:
        'このご注文は、こちらではお支払いいただけなくなりました。お取り置きを取り消して、もう一度ご注文ください。',
    },
    review: {
      heading: 'ご注文内容',
      ticketsGoTo: 'チケットの送付先',
      change: '変更',
      taxIn: (rate, tax) => `うち消費税 ${tax}（${rate}）`,
      noWithdrawal: '日付指定のチケットのため、ご注文後のキャンセルはできません。',
      orderAndPay: (total) => `注文して支払う（${total}）`,
      order: '注文する',
      heldUntil: (time) => `チケットは${time}までお取り置きしています。`,
      reservedUntil: (moment) => `チケットは${moment}までお取り置きしています。`,
      minuteLeft: 'チケットのお取り置きは、あと1分です。',
      prolong: '時間を延長する',
      giveUp: 'お取り置きを取り消す',
    },
    payment: {
      notKnown: 'お支払いがまだ確認できていません。お支払い済みの場合は、チケットをメールでお送りします。',
      payNow: '今すぐ支払う',
      away: '現在、支払いページが応答していません。チケットはお取り置きしていますので、もう一度お試しください。',
      unknown: {
        heading: 'ご注文の状況がまだ確認できていません',
        text: '1分ほど待ってから、このページを再読み込みしてください。それまでは、再度のご注文はお控えください。お支払い済みの場合は、チケットをメールでお送りします。',
      },
    },
    ended: {
      heading: 'チケットのお取り置きが終了しました',
      text: '購入もお支払いも行われていません。もう一度お選びいただけます。',
      stillOffered: 'まだ空きがあります。',
      again: 'もう一度選ぶ',
    },
    givenUp: { heading: 'チケットのお取り置きを取り消しました', text: '購入もお支払いも行われていません。' },
    removed: { heading: 'このご注文はもうありません', text: 'すでに終了しています。' },
    notFound: { heading: 'ご注文が見つかりません', text: 'アドレスの一部が欠けている可能性があります。' },
    tooLong: {
      heading: '送信された内容が長すぎます',
      text: 'ページに表示されているフォームから、もう一度送信してください。',
    },
    tooMany: {
      heading: 'しばらくお待ちください',
      text: (minutes) =>
        `現在、お使いのネットワークから多くのチケットのお取り置きを承っています。${minutes}分後にもう一度お試しいただくか、当館までお問い合わせください。`,
    },
    tooManyFree: {
      heading: '本日の無料チケットのお申し込みは上限に達しました',
      text: (max) =>
        `このメールアドレスでは、本日すでに${max}件の無料チケットをお申し込みいただいています。明日以降にあらためてお申し込みいただくか、当館へお問い合わせください。`,
    },
    closed: {
      heading: '現在、オンラインでのチケット販売を停止しています',
      text: 'しばらくしてからもう一度お試しいただくか、当館でご購入ください。ご購入済みのチケットは引き続き有効です。お取り置き中のチケットも、このままご注文いただけます。',
    },
    unavailable: {
      heading: '現在、チケットを購入できません',
      text: '1分ほど待ってから、もう一度お試しください。購入もお支払いも行われていません。',
    },
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
    request: {
      heading: 'チケットをもう一度受け取る',
      text: 'チケットのご購入時のメールアドレスをご入力ください。本日以降のチケットのリンクをお送りします。',
      send: '送信',
      sent: {
        heading: 'メールをご確認ください',
        text: 'このアドレスで本日以降のチケットをご購入いただいている場合は、数分以内にリンクをメールでお送りします。迷惑メールフォルダーもご確認ください。お送りするのは1時間に3通までです。届かない場合は、別のアドレスをお試しいただくか、当館までお問い合わせください。',
      },
    },
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
  ownCancellation: {
    title: 'チケットのキャンセル',
    choose: 'キャンセルするチケットをお選びください',
    until: (moment) => `キャンセル期限：${moment}`,
    priceGoesBack: {
      online: '代金は、クレジットカードなど、お支払い時にご利用の方法へ、通常は数日以内に返金されます。',
      atMuseum: '代金は、当館にて返金いたします。ご注文番号をご用意ください。',
    },
    amountGoesBack: {
      online: (amount) =>
        `${amount}は、クレジットカードなど、お支払い時にご利用の方法へ、通常は数日以内に返金されます。`,
      atMuseum: (amount) => `${amount}は、当館にて返金いたします。ご注文番号をご用意ください。`,
    },
    byEmail: 'リンクを記載したメールをお送りします。リンク先で確定するまで、キャンセルされません。',
    request: 'キャンセルする…',
    nothingChosen: 'チケットを1枚以上お選びください。',
    tooManyMails:
      'これらのチケットについて、1時間以内に3通のメールをお送りしました。最新のメールをご利用いただくか、1時間後にもう一度お試しください。',
    unknown: {
      heading: 'チケットがキャンセルされたかどうか、まだ確認できていません',
      text: '1分ほどしてから、このページを再読み込みしてください。',
    },
    sent: {
      heading: 'メールをご確認ください',
      text: 'ご注文時のメールアドレスにリンクをお送りしました。まだキャンセルされていません。1時間以内にリンクを開き、確定してください。',
    },
    subject: (about) => `キャンセルのご確認：${about}`,
    question: (count) =>
      count === 1 ? 'このチケットをキャンセルしますか？' : 'これらのチケットをキャンセルしますか？',
    introduction: 'チケットのページで、キャンセルのお申し込みがありました。まだキャンセルされていません。',
    confirmUntil: (moment) => `キャンセルするには、${moment}までにこのページを開いて確定してください。`,
    ignore: 'キャンセルをご希望でない場合は、このメールを破棄してください。',
    confirm: (count) => (count === 1 ? 'このチケットをキャンセルする' : `この${count}枚のチケットをキャンセルする`),
    final: 'キャンセルは取り消せません。',
    done: {
      heading: (_tickets) => 'チケットをキャンセルしました',
      text: (_tickets) => '入場にはご利用いただけません。',
    },
    refused: {
      heading: 'キャンセルは行われませんでした',
      used: 'お選びのチケットに、使用済みのものがあります。',
      cancelled: 'お選びのチケットに、キャンセル済みのものがあります。チケットのページでもう一度お選びください。',
      tooLate: 'お選びのチケットに、キャンセル期限を過ぎたものがあります。チケットは引き続き有効です。',
    },
    linkEnded: {
      heading: 'このリンクの有効期限が切れました',
      text: 'リンクの有効期間は1時間です。チケットの状態は、チケットのページでご確認ください。新しいリンクも、そのページからお申し込みいただけます。',
    },
  },
  rehearsal: {
    notValid: 'リハーサル用・無効',
    title: '支払いのリハーサル',
    explanation: 'ここでは実際の請求は行われません。ボタンで支払いの結果を選べます。',
    endsAt: (time) => `このページの有効期限は${time}です。`,
    declined: 'カードは拒否されました。別のカードをお試しいただけます。',
    pay: (amount) => `${amount}を支払う`,
    decline: 'カードを拒否する',
    payTooLate: '期限後に支払う',
    tooLateMeans:
      '「期限後に支払う」を選ぶと支払いは完了しますが、チケットのお取り置きは終了したものとして扱われます。',
    back: '支払わずに戻る',
    paid: 'この支払いは完了しています。',
    ended: 'このページの有効期限が切れました。ここではお支払いいただけません。',
    continue: '続ける',
  },
}
