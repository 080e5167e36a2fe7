export type { RehearsalPayment } from './rehearsal/payment-files.ts'
export {
  type RehearsalAction,
  type RehearsalOptions,
  type RehearsalPayments,
  rehearsalPayments,
} from './rehearsal/rehearsal-payments.ts'
