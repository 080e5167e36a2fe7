export type { RehearsalPayment } from './rehearsal/payment-files.ts'
export {
  type RehearsalAction,
  type RehearsalOptions,
  type RehearsalPayments,
  rehearsalPayments,
} from './rehearsal/rehearsal-payments.ts'
export { type StripeOptions, stripePaymentProvider } from './stripe/stripe-payment-provider.ts'
