import {
  Percentage,
  PriceCategories,
  type PriceCategory,
  PriceCategoryId,
  PriceCategoryName,
  isRefusal,
} from '@museum/domain'
import { readCount } from '@museum/languages'
import { InvalidArgumentError } from 'commander'
import { CommandFailed } from '../command-line/command-failed.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { print } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'

type Options = Readonly<{ json?: true }>

export const pricesCommand = (): MuseumCommand =>
  new MuseumCommand('prices')
    .describe('Shows and sets the price categories: which visitors pay which percentage of the full price.')
    .addCommand(showCommand())
    .addCommand(setCommand())
    .example('prices show', 'Show the price categories.')
    .example('prices set full=100:Adult child=50:Child', 'Let children pay half the price.')

const showCommand = () =>
  new MuseumCommand('show')
    .describe('Shows the price categories.')
    .option('--json', 'Print JSON.')
    .example('prices show', 'Show the price categories.')
    .action((options: Options) =>
      withMuseum(['getPriceCategories'], async ({ museum }) => {
        const categories = await museum.getPriceCategories()
        print(options, categories, () => asText(categories))
      }),
    )

const setCommand = () =>
  new MuseumCommand('set')
    .describe(
      'Replaces the price categories. Tickets that are sold keep their category and price; a running server sells at the ' +
        'new prices within 5 seconds.',
    )
    .argument(
      '<category...>',
      'such as child=50:Child: its identifier, its percentage of the full price, and its name. One is full=100',
      parseCategory,
    )
    .option('--json', 'Print JSON.')
    .example('prices set full=100:Adult child=50:Child toddler=0:Toddler', 'Set three price categories.')
    .example('prices set full=100:Adult', 'Sell at the full price only.')
    .note('Put a category in quotation marks where its name has spaces: "child=50:Child, 6 to 17".')
    .action((categories: readonly PriceCategory[], options: Options) =>
      withMuseum(['setPriceCategories'], async ({ museum, principal }) => {
        const [fault] = PriceCategories.faultsOf(categories)
        if (fault !== undefined)
          throw new CommandFailed(`${nameOf(fault.member, categories)} ${fault.detail}. Nothing was changed.`)
        const outcome = await museum.setPriceCategories(PriceCategories(categories), principal)
        if (isRefusal(outcome)) throw new CommandFailed(outcome.because)
        print(options, outcome, () => asText(outcome), true)
      }),
    )

/** The list, or the category of it that has the fault. */
const nameOf = (member: string, categories: readonly PriceCategory[]) =>
  member === '' ? 'The list' : `${categories[Number.parseInt(member, 10)]!.priceCategory}:`

/** Adds a category to those of the arguments before. */
const parseCategory = (text: string, before: readonly PriceCategory[] = []): readonly PriceCategory[] => {
  const [, id = '', share = '', name = ''] = /^([^=]*)=([^:]*):(.*)$/s.exec(text) ?? []
  const percentage = readCount(share).value ?? Number.NaN
  const fault = PriceCategoryId.faultOf(id) ?? Percentage.faultOf(percentage) ?? PriceCategoryName.faultOf(name)
  if (fault !== undefined)
    throw new InvalidArgumentError(
      `${JSON.stringify(text)} is not a category such as child=50:Child: one of its parts ${fault.detail}.`,
    )
  return [
    ...before,
    { priceCategory: PriceCategoryId(id), name: PriceCategoryName(name), percentage: Percentage(percentage) },
  ]
}

const asText = (categories: readonly PriceCategory[]) =>
  categories
    .map(
      ({ priceCategory, percentage, name }) =>
        `${priceCategory.padEnd(30)} ${String(percentage).padStart(3)} %  ${name}`,
    )
    .join('\n')
