import { hash } from 'node:crypto'
import { fontStyle } from '../fonts.ts'
import { homePageStyle } from '../home-page-style.ts'
import { rehearsalNoticeStyle } from '../rehearsal-notice.ts'
import { shopStyle } from './shop-style.ts'

/**
 * What the script adds to the pages of visitors: buttons that print; the running total of a form; a word a minute before the places
 * are given up; and while a payment is not known yet, the page is read again after 2, 4, 8 … 30 seconds, ten times.
 */
const script = `for (const button of document.querySelectorAll('button.print')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

const sum = document.querySelector('[data-currency]')
if (sum) {
  const counts = [...document.querySelectorAll('[data-price]')]
  const money = new Intl.NumberFormat(sum.dataset.locale, { style: 'currency', currency: sum.dataset.currency })
  const show = () => {
    const countOf = ({ type, checked, value }) => (type === 'checkbox' ? checked : /^\\d+$/.test(value) && value)
    const total = counts.reduce((all, count) => all + countOf(count) * count.dataset.price, 0)
    sum.lastElementChild.textContent = money.format(total / 100)
  }
  for (const count of counts) count.addEventListener('input', show)
  sum.hidden = false
  show()
}

const hold = document.querySelector('[data-seconds]')
if (hold && hold.dataset.seconds < 1e6) {
  const says = (text) => () => (hold.textContent = text)
  setTimeout(says(hold.dataset.soon), Math.max(0, hold.dataset.seconds - 60) * 1000)
  setTimeout(() => location.reload(), hold.dataset.seconds * 1000 + 1000)
}

const unknown = document.querySelector('[data-state]')
if (unknown) {
  const ask = async (times, seconds) => {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    const page = await fetch(location.href).then((response) => (response.ok ? response.text() : undefined)).catch(() => undefined)
    if (page !== undefined && !page.includes('data-state="' + unknown.dataset.state + '"')) location.reload()
    else if (times < 10) await ask(times + 1, Math.min(30, seconds * 2))
  }
  ask(1, 2)
}
`

/** A file at a path that names its content, without the mount path. */
const fileOf = (content: string, extension: string) => ({
  path: `/my-tickets/${hash('sha256', content, 'hex').slice(0, 16)}.${extension}`,
  content,
})

type Files = Readonly<Record<'style' | 'script', ReturnType<typeof fileOf>>>
const filesBelow = new Map<string, Files>()

/** The style sheet and the script of the pages of visitors below a mount path, which caches keep. */
export const shopFiles = (mountPath: string): Files => {
  const files = filesBelow.get(mountPath) ?? {
    style: fileOf(fontStyle(mountPath) + homePageStyle + rehearsalNoticeStyle + shopStyle, 'css'),
    script: fileOf(script, 'js'),
  }
  filesBelow.set(mountPath, files)
  return files
}
