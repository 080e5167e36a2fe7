/** The settings of a museum with a shop, whose e-mails are files in `outbox`. */
export const shopSettings = {
  MUSEUM_SHOP: 'on',
  MUSEUM_PUBLIC_URL: 'https://museum.example/tickets',
  MUSEUM_SMTP_URL: 'file:outbox',
  MUSEUM_MAIL_FROM: 'tickets@museum.example',
  MUSEUM_TERMS_URL: 'https://museum.example/terms',
  MUSEUM_PRIVACY_URL: 'https://museum.example/privacy',
  MUSEUM_LEGAL_NOTICE_URL: 'https://museum.example/legal-notice',
} as const
