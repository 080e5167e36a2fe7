import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aLog } from '../../../test/a-log.ts'
import { configuredBatches, configuredLimits, configuredSampler } from './sdk-settings.ts'

describe('the settings of traces', () => {
  let before: NodeJS.ProcessEnv
  beforeEach(() => {
    before = process.env
    process.env = {}
  })
  afterEach(() => {
    process.env = before
  })
  const samplerFor = (name?: string, argument?: string) => {
    process.env = {
      ...(name !== undefined && { OTEL_TRACES_SAMPLER: name }),
      ...(argument !== undefined && { OTEL_TRACES_SAMPLER_ARG: argument }),
    }
    const { log, lines } = aLog()
    return { sampler: String(configuredSampler(log)), warnings: lines.length }
  }

  it.each([
    [undefined, undefined, /^ParentBased.*root=AlwaysOnSampler/],
    ['always_on', undefined, /^AlwaysOnSampler/],
    ['always_off', undefined, /^AlwaysOffSampler/],
    ['traceidratio', '0.25', /^TraceIdRatioBased.*0\.25/],
    ['parentbased_always_on', undefined, /^ParentBased.*root=AlwaysOnSampler/],
    ['parentbased_always_off', undefined, /^ParentBased.*root=AlwaysOffSampler/],
    ['parentbased_traceidratio', '0.25', /^ParentBased.*root=TraceIdRatioBased.*0\.25/],
  ])('OTEL_TRACES_SAMPLER %s and OTEL_TRACES_SAMPLER_ARG %s select the sampler', (name, argument, expected) => {
    expect(samplerFor(name, argument)).toEqual({ sampler: expect.stringMatching(expected), warnings: 0 })
  })

  it.each([
    ['sometimes', undefined],
    ['toString', undefined],
    ['traceidratio', '2'],
  ])('warn of the sampler %s with the argument %s, and sample all', (name, argument) => {
    expect(samplerFor(name, argument)).toEqual({ sampler: expect.stringContaining('AlwaysOn'), warnings: 1 })
  })

  it('limit the length of attributes, the queue and the batches', () => {
    expect([configuredLimits(), configuredBatches()]).toEqual([{ attributeValueLengthLimit: 2_000 }, {}])
    process.env = {
      OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: '100',
      OTEL_SPAN_LINK_COUNT_LIMIT: '5',
      OTEL_BSP_MAX_QUEUE_SIZE: '10',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '6',
      OTEL_BSP_SCHEDULE_DELAY: '7',
      OTEL_BSP_EXPORT_TIMEOUT: '0',
    }
    expect(configuredLimits()).toEqual({ attributeValueLengthLimit: 100, linkCountLimit: 5 })
    expect(configuredBatches()).toEqual({ maxQueueSize: 10, maxExportBatchSize: 6, scheduledDelayMillis: 7 })
  })
})
