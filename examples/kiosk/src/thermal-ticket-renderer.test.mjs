import { describe, it } from 'node:test'
import { ticketRendererContract } from '@museum/testing/contracts'
import { scanPng } from './scan-code.mjs'
import { thermalTicketRenderer } from './thermal-ticket-renderer.mjs'

ticketRendererContract({ describe, it }, 'the thermal printer', async () => ({
  ticketRenderer: thermalTicketRenderer(),
  read: scanPng,
}))
