export { faultOfMailUrl } from './mail/mail-url.ts'
export { type MailSenderOptions, mailSender } from './mail/mail-sender.ts'
