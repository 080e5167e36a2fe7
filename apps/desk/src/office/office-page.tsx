import { office, texts } from '../shell/languages.ts'
import type { PageProps } from '../shell/page.ts'
import { Sections } from '../shell/sections.tsx'
import { Audit } from './audit.tsx'
import { EntryTimes } from './entry-times.tsx'
import { Events } from './events.tsx'
import { Figures } from './figures.tsx'
import { Hours } from './hours.tsx'
import { Import } from './import.tsx'
import { Mails } from './mails.tsx'
import { Museum } from './museum.tsx'
import { Prices } from './prices.tsx'
import { Shop } from './shop.tsx'
import { UnsavedQuestion } from './unsaved.tsx'
import { Users } from './users.tsx'
import { Webhooks } from './webhooks.tsx'
import './office.css'

const OfficePage = ({ segments }: PageProps) => {
  const words = office.value
  const { report } = texts.value
  return (
    <>
      <Sections
        page="office"
        title={texts.value.office.title}
        segments={segments}
        sections={[
          { path: 'events', title: report.events, Section: Events },
          { path: 'figures', title: words.figures, Section: Figures },
          { path: 'hours', title: words.openingHours, Section: Hours },
          { path: 'entry-times', title: words.entryTimes.title, Section: EntryTimes },
          { path: 'museum', title: words.museum.title, Section: Museum },
          { path: 'prices', title: words.prices, Section: Prices },
          { path: 'shop', title: words.shop.title, Section: Shop },
          { path: 'import', title: words.import, Section: Import },
          { path: 'audit', title: words.audit, Section: Audit },
          { path: 'mails', title: words.mails.title, Section: Mails },
          { path: 'webhooks', title: words.webhooks, Section: Webhooks },
          { path: 'users', title: words.users, Section: Users },
        ]}
      />
      <UnsavedQuestion />
    </>
  )
}

export default OfficePage
