import { texts, till } from '../shell/languages.ts'
import type { PageProps } from '../shell/page.ts'
import { Sections } from '../shell/sections.tsx'
import { Closing } from './closing.tsx'
import { Find } from './find.tsx'
import { Printed } from './printed.tsx'
import { Refunds } from './refunds.tsx'
import { Reservations } from './reservations.tsx'
import { Sell } from './sell.tsx'
import './box-office.css'

/** The work at the box office: selling, reserving, finding and cancelling tickets, refunds, and the day's closing. */
const BoxOfficePage = ({ segments }: PageProps) => {
  const { boxOffice: words } = texts.value
  return (
    <>
      <Sections
        page="box-office"
        title={words.title}
        segments={segments}
        sections={[
          { path: 'sell', title: words.sell, Section: Sell },
          { path: 'reservations', title: till.value.reservations.title, Section: Reservations },
          { path: 'find', title: words.find, Section: Find },
          { path: 'refunds', title: words.refunds, Section: Refunds },
          { path: 'closing', title: words.closing, Section: Closing },
        ]}
      />
      <Printed />
    </>
  )
}

export default BoxOfficePage
