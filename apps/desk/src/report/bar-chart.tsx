import './report.css'

/** A bar with its value. With `of`, the value is a part of that. */
export type Bar = Readonly<{ key: string; name: string; value: number; of?: number; text: string }>

/** Bars, each with its value as text, so that no figure is in the picture alone. */
export const BarChart = ({ label, bars }: Readonly<{ label: string; bars: readonly Bar[] }>) => {
  const largest = Math.max(...bars.map(({ value, of = value }) => Math.max(value, of)), 1)
  const width = (value: number) => (value / largest) * 100
  return (
    <figure class="bars">
      <figcaption class="visually-hidden">{label}</figcaption>
      {bars.map(({ key, name, value, of = 0, text }) => (
        <div key={key} class="bar">
          <bdi class="bar-name">{name}</bdi>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-whole" width={width(of)} height="1" />
            <rect width={width(value)} height="1" />
          </svg>
          <span class="number">{text}</span>
        </div>
      ))}
    </figure>
  )
}
