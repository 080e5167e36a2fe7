import { Webhook } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { pageParameters } from '../operation/paging.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import {
  FailedRemovedBody,
  WebhookBody,
  WebhookChangesBody,
  WebhookDeliveryBody,
  WebhookFields,
  WebhookWithSecretBody,
  deliveryState,
  toWebhookBody,
  toWebhookDeliveryBody,
  toWebhookWithSecretBody,
} from './webhook.wire.ts'

const tags = ['Webhooks']

export const createWebhook = operation({
  method: 'post',
  path: '/webhooks',
  operationId: 'createWebhook',
  kind: 'change',
  roles: ['admin'],
  tags,
  description:
    'Adds a webhook: from now on each change of its types is sent to its URL, as the section `webhooks` of this document ' +
    `describes. The response has the secret of its signatures, this once. There are at most ${Webhook.maxCount} webhooks.`,
  body: jsonBody(WebhookFields),
  location: { path: '{webhookId}', description: 'The path of the webhook.' },
  retryAdvice: 'List the webhooks: if it was added, give it a new secret; if not, send the request again.',
  responses: {
    201: jsonResponse('The webhook, with its secret.', WebhookWithSecretBody),
    400: problemResponse('The body is not valid, or messages cannot be sent to the URL.'),
    409: problemResponse('There are as many webhooks as there can be.', 'too-many-webhooks'),
  },
}).calls((webhooks, { body, principal }) => webhooks.createWebhook(body, principal), toWebhookWithSecretBody)

export const listWebhooks = operation({
  path: '/webhooks',
  operationId: 'listWebhooks',
  kind: 'read',
  roles: ['admin'],
  tags,
  description: 'All webhooks, in the order in which they were added.',
  responses: { 200: jsonResponse('The webhooks.', z.array(WebhookBody), etagHeader('this list')) },
}).calls(
  (webhooks) => webhooks.listWebhooks(),
  (all) => all.map(toWebhookBody),
)

export const getWebhook = operation({
  path: '/webhooks/{webhookId}',
  operationId: 'getWebhook',
  kind: 'read',
  roles: ['admin'],
  tags,
  description: 'One webhook.',
  responses: { 200: jsonResponse('The webhook.', WebhookBody, etagHeader('this state of the webhook')) },
}).calls((webhooks, { path }) => webhooks.getWebhook(path.webhookId), toWebhookBody)

export const updateWebhook = operation({
  method: 'patch',
  path: '/webhooks/{webhookId}',
  operationId: 'updateWebhook',
  kind: 'change',
  roles: ['admin'],
  tags,
  description:
    'Changes the members that the request has. While a webhook is disabled, messages are recorded for three days; ' +
    '`"enabled": true` sends them.',
  body: jsonBody(WebhookChangesBody),
  responses: {
    200: jsonResponse('The webhook with its changes.', WebhookBody),
    400: problemResponse('The webhookId or the body is not valid, or messages cannot be sent to the URL.'),
  },
}).calls(
  (webhooks, { path, body, principal }) => webhooks.updateWebhook(path.webhookId, body, principal),
  toWebhookBody,
)

export const deleteWebhook = operation({
  method: 'delete',
  path: '/webhooks/{webhookId}',
  operationId: 'deleteWebhook',
  kind: 'change',
  roles: ['admin'],
  tags,
  description: 'Removes a webhook. Messages that wait for it are not delivered.',
  responses: { 204: { description: 'The webhook is removed.' } },
}).calls((webhooks, { path, principal }) => webhooks.deleteWebhook(path.webhookId, principal))

export const testWebhook = operation({
  method: 'post',
  path: '/webhooks/{webhookId}/test',
  operationId: 'testWebhook',
  kind: 'change',
  roles: ['admin'],
  tags,
  description: 'Sends a message of the type `webhook.test`. The list of deliveries shows what became of it.',
  responses: {
    202: { description: 'The message will be sent.' },
    409: problemResponse('The webhook is disabled.', 'webhook-disabled'),
  },
}).calls((webhooks, { path }) => webhooks.testWebhook(path.webhookId))

export const renewWebhookSecret = operation({
  method: 'post',
  path: '/webhooks/{webhookId}/secret',
  operationId: 'renewWebhookSecret',
  kind: 'change',
  roles: ['admin'],
  tags,
  summary: 'Renew secret of webhook',
  description:
    'Gives a webhook a new secret and a new public key. For 24 hours messages are signed with the one before too, so that ' +
    'the receiver can be changed meanwhile: with each one that was renewed within 24 hours, at most 4.',
  responses: {
    200: jsonResponse('The webhook, with its new secret.', WebhookWithSecretBody),
    409: problemResponse('The secret was renewed 4 times within 24 hours.', 'too-many-secrets'),
  },
}).calls(
  (webhooks, { path, principal }) => webhooks.renewWebhookSecret(path.webhookId, principal),
  toWebhookWithSecretBody,
)

export const listWebhookDeliveries = operation({
  path: '/webhooks/{webhookId}/deliveries',
  operationId: 'listWebhookDeliveries',
  kind: 'list',
  roles: ['admin'],
  tags,
  summary: 'List deliveries of webhook',
  description:
    'The deliveries of messages to a webhook, the latest first. Those that succeeded are kept for 30 days, those that failed ' +
    'until they are replayed or removed.',
  query: z.object({ state: deliveryState.optional(), ...pageParameters('The number of deliveries in a page.') }),
  responses: { 200: jsonResponse('The deliveries of the page.', z.array(WebhookDeliveryBody)) },
}).calls(
  (webhooks, { path, query: { state, ...page } }) => webhooks.listWebhookDeliveries(path.webhookId, page, state),
  toWebhookDeliveryBody,
)

export const replayWebhookDelivery = operation({
  method: 'post',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  operationId: 'replayWebhookDelivery',
  kind: 'change',
  roles: ['admin'],
  tags,
  summary: 'Replay delivery of webhook',
  description:
    'Delivers a message again under the same `webhook-id`, as if it were new. Its place in the order is not kept.',
  responses: {
    202: { description: 'The message will be sent.' },
    404: problemResponse(
      'There is no such webhook, or it has no such delivery.',
      'webhook-not-found',
      'delivery-not-found',
    ),
  },
}).calls((webhooks, { path, principal }) => webhooks.replayWebhookDelivery(path.webhookId, path.deliveryId, principal))

export const removeFailedDeliveries = operation({
  method: 'delete',
  path: '/webhooks/{webhookId}/failed-deliveries',
  operationId: 'removeFailedDeliveries',
  kind: 'change',
  roles: ['admin'],
  tags,
  summary: 'Remove failed deliveries of webhook',
  description: 'Removes the failed deliveries of a webhook, which are kept until then.',
  responses: { 200: jsonResponse('The failed deliveries are removed.', FailedRemovedBody) },
}).calls(
  (webhooks, { path }) => webhooks.removeFailedDeliveries(path.webhookId),
  (removed) => ({ removed }),
)
