import type { Webhooks } from '@museum/application'
import { Webhook, isRefusal } from '@museum/domain'
import { z } from 'zod'
import { etagHeader, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { pageParameters, pagingHeaders } from '../operation/paging.ts'
import { empty, json, noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { requestPath } from '../paths.ts'
import { toProblem } from '../problems/problem.ts'
import {
  FailedRemovedBody,
  WebhookBody,
  WebhookChangesBody,
  WebhookDeliveryBody,
  WebhookFields,
  WebhookWithSecretBody,
  deliveryId,
  deliveryState,
  toWebhookBody,
  toWebhookDeliveryBody,
  toWebhookDraft,
  toWebhookWithSecretBody,
  webhookId,
} from './webhook.wire.ts'

const tags = ['Webhooks']
const malformed = problemResponse('The webhookId is malformed.')
const noSuchWebhook = problemResponse('There is no such webhook.', 'webhook-not-found')

export const createWebhook = operation(
  {
    method: 'post',
    path: '/webhooks',
    operationId: 'createWebhook',
    kind: 'change',
    roles: ['admin'],
    tags,
    summary: 'Create webhook',
    description:
      'Adds a webhook: from now on each change of its types is sent to its URL, as the section `webhooks` of this document ' +
      `describes. The response has the secret of its signatures, this once. There are at most ${Webhook.maxCount} webhooks.`,
    request: { body: { required: true, content: { 'application/json': { schema: WebhookFields } } } },
    retryAdvice: 'List the webhooks: if it was added, give it a new secret; if not, send the request again.',
    responses: {
      201: jsonResponse(
        'The webhook, with its secret.',
        WebhookWithSecretBody,
        z.object({ Location: z.string().meta({ description: 'The path of the webhook.' }) }),
      ),
      400: problemResponse('The body is not valid, or messages cannot be sent to the URL.'),
      409: problemResponse('There are as many webhooks as there can be.', 'too-many-webhooks'),
    },
  },
  async (webhooks: Webhooks, { body }, c) => {
    const created = await webhooks.createWebhook(toWebhookDraft(body), c.get('principal'))
    if (isRefusal(created)) return toProblem(c, created)
    const location = { Location: `${requestPath(c)}/${created.webhook.webhookId}` }
    return json(c, toWebhookWithSecretBody(created), 201, { ...noStore, ...location })
  },
)

export const listWebhooks = operation(
  {
    method: 'get',
    path: '/webhooks',
    operationId: 'listWebhooks',
    kind: 'read',
    roles: ['admin'],
    tags,
    summary: 'List webhooks',
    description: 'All webhooks, in the order in which they were added.',
    responses: {
      200: jsonResponse('The webhooks.', z.array(WebhookBody), etagHeader('this list')),
    },
  },
  async (webhooks: Webhooks, _, c) => okWithEtag(c, (await webhooks.listWebhooks()).map(toWebhookBody)),
)

export const getWebhook = operation(
  {
    method: 'get',
    path: '/webhooks/{webhookId}',
    operationId: 'getWebhook',
    kind: 'read',
    roles: ['admin'],
    tags,
    summary: 'Get webhook',
    description: 'One webhook.',
    request: { params: z.object({ webhookId }) },
    responses: {
      200: jsonResponse('The webhook.', WebhookBody, etagHeader('this state of the webhook')),
      400: malformed,
      404: noSuchWebhook,
    },
  },
  async (webhooks: Webhooks, { path }, c) => {
    const webhook = await webhooks.getWebhook(path.webhookId)
    return isRefusal(webhook) ? toProblem(c, webhook) : okWithEtag(c, toWebhookBody(webhook))
  },
)

export const updateWebhook = operation(
  {
    method: 'patch',
    path: '/webhooks/{webhookId}',
    operationId: 'updateWebhook',
    kind: 'change',
    roles: ['admin'],
    tags,
    summary: 'Update webhook',
    description:
      'Changes the members that the request has. While a webhook is disabled, messages are recorded for three days; ' +
      '`"enabled": true` sends them.',
    request: {
      params: z.object({ webhookId }),
      body: { required: true, content: { 'application/json': { schema: WebhookChangesBody } } },
    },
    responses: {
      200: jsonResponse('The webhook with its changes.', WebhookBody),
      400: problemResponse('The webhookId or the body is not valid, or messages cannot be sent to the URL.'),
      404: noSuchWebhook,
    },
  },
  async (webhooks: Webhooks, { path, body }, c) => {
    const webhook = await webhooks.updateWebhook(path.webhookId, body, c.get('principal'))
    return isRefusal(webhook) ? toProblem(c, webhook) : json(c, toWebhookBody(webhook), 200, noStore)
  },
)

export const deleteWebhook = operation(
  {
    method: 'delete',
    path: '/webhooks/{webhookId}',
    operationId: 'deleteWebhook',
    kind: 'change',
    roles: ['admin'],
    tags,
    summary: 'Delete webhook',
    description: 'Removes a webhook. Messages that wait for it are not delivered.',
    request: { params: z.object({ webhookId }) },
    responses: { 204: { description: 'The webhook is removed.' }, 400: malformed, 404: noSuchWebhook },
  },
  async (webhooks: Webhooks, { path }, c) => {
    const removed = await webhooks.deleteWebhook(path.webhookId, c.get('principal'))
    return isRefusal(removed) ? toProblem(c, removed) : empty(c, 204)
  },
)

export const testWebhook = operation(
  {
    method: 'post',
    path: '/webhooks/{webhookId}/test',
    operationId: 'testWebhook',
    kind: 'change',
    roles: ['admin'],
    tags,
    summary: 'Test webhook',
    description: 'Sends a message of the type `webhook.test`. The list of deliveries shows what became of it.',
    request: { params: z.object({ webhookId }) },
    responses: {
      202: { description: 'The message will be sent.' },
      400: malformed,
      404: noSuchWebhook,
      409: problemResponse('The webhook is disabled.', 'webhook-disabled'),
    },
  },
  async (webhooks: Webhooks, { path }, c) => {
    const refusal = await webhooks.testWebhook(path.webhookId)
    return refusal ? toProblem(c, refusal) : empty(c, 202)
  },
)

export const renewWebhookSecret = operation(
  {
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
    request: { params: z.object({ webhookId }) },
    responses: {
      200: jsonResponse('The webhook, with its new secret.', WebhookWithSecretBody),
      400: malformed,
      404: noSuchWebhook,
      409: problemResponse('The secret was renewed 4 times within 24 hours.', 'too-many-secrets'),
    },
  },
  async (webhooks: Webhooks, { path }, c) => {
    const renewed = await webhooks.renewWebhookSecret(path.webhookId, c.get('principal'))
    return isRefusal(renewed) ? toProblem(c, renewed) : json(c, toWebhookWithSecretBody(renewed), 200, noStore)
  },
)

export const listWebhookDeliveries = operation(
  {
    method: 'get',
    path: '/webhooks/{webhookId}/deliveries',
    operationId: 'listWebhookDeliveries',
    kind: 'list',
    roles: ['admin'],
    tags,
    summary: 'List deliveries of webhook',
    description:
      'The deliveries of messages to a webhook, the latest first. Those that succeeded are kept for 30 days, those that failed ' +
      'until they are replayed or removed.',
    request: {
      params: z.object({ webhookId }),
      query: z.object({
        state: deliveryState.optional(),
        ...pageParameters('The number of deliveries in a page.'),
      }),
    },
    responses: {
      200: jsonResponse('The deliveries of the page.', z.array(WebhookDeliveryBody)),
      400: problemResponse('The webhookId or the query is not valid.'),
      404: noSuchWebhook,
    },
  },
  async (webhooks: Webhooks, { path, query: { state, ...page } }, c) => {
    const found = await webhooks.listWebhookDeliveries(path.webhookId, page, state)
    if (isRefusal(found)) return toProblem(c, found)
    return okWithEtag(c, found.items.map(toWebhookDeliveryBody), pagingHeaders(c, { ...page, state }, found))
  },
)

export const replayWebhookDelivery = operation(
  {
    method: 'post',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    operationId: 'replayWebhookDelivery',
    kind: 'change',
    roles: ['admin'],
    tags,
    summary: 'Replay delivery of webhook',
    description:
      'Delivers a message again under the same `webhook-id`, as if it were new. Its place in the order is not kept.',
    request: { params: z.object({ webhookId, deliveryId }) },
    responses: {
      202: { description: 'The message will be sent.' },
      400: problemResponse('The webhookId or the deliveryId is malformed.'),
      404: problemResponse(
        'There is no such webhook, or it has no such delivery.',
        'webhook-not-found',
        'delivery-not-found',
      ),
    },
  },
  async (webhooks: Webhooks, { path }, c) => {
    const refusal = await webhooks.replayWebhookDelivery(path.webhookId, path.deliveryId, c.get('principal'))
    return refusal ? toProblem(c, refusal) : empty(c, 202)
  },
)

export const removeFailedDeliveries = operation(
  {
    method: 'delete',
    path: '/webhooks/{webhookId}/failed-deliveries',
    operationId: 'removeFailedDeliveries',
    kind: 'change',
    roles: ['admin'],
    tags,
    summary: 'Remove failed deliveries of webhook',
    description: 'Removes the failed deliveries of a webhook, which are kept until then.',
    request: { params: z.object({ webhookId }) },
    responses: {
      200: jsonResponse('The failed deliveries are removed.', FailedRemovedBody),
      400: malformed,
      404: noSuchWebhook,
    },
  },
  async (webhooks: Webhooks, { path }, c) => {
    const removed = await webhooks.removeFailedDeliveries(path.webhookId)
    return isRefusal(removed) ? toProblem(c, removed) : json(c, { removed }, 200, noStore)
  },
)
