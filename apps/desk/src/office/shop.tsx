import { isProblem } from '@museum/client'
import { RunButton } from '../shell/action.tsx'
import { office } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'

/** The shop; null where the museum has none. */
const read = async (signal: AbortSignal) => {
  try {
    return await signedIn().client.getShop({ signal })
  } catch (error) {
    if (isProblem(error, 'shop-off')) return null
    throw error
  }
}

/** Whether visitors buy online, and the button that closes and opens their shop. */
export const Shop = () => {
  const { shop: words, saved } = office.value
  const loaded = useLoaded(read, [], { seconds: 15 })
  return (
    <>
      <h1>{words.title}</h1>
      <Show loaded={loaded}>
        {(shop) =>
          shop === null ? (
            <p class="note">{words.off}</p>
          ) : (
            <div class="stack">
              <p>
                <span class={shop.open ? 'badge badge-good' : 'badge badge-bad'}>
                  {shop.open ? words.open : words.closed}
                </span>{' '}
                <a href={`${shop.publicUrl}/buy`} target="_blank" rel="noreferrer">
                  <bdi dir="ltr">{shop.publicUrl}/buy</bdi>
                </a>
              </p>
              <p>{shop.open ? words.openMeans : words.closedMeans}</p>
              {shop.payment === 'off' && <p class="note note-warning">{words.paymentOff}</p>}
              <div class="row">
                <RunButton
                  work={(signal) => signedIn().client.setShop({ open: !shop.open }, { signal })}
                  onDone={loaded.reload}
                  done={saved}
                >
                  {shop.open ? words.close : words.reopen}
                </RunButton>
              </div>
            </div>
          )
        }
      </Show>
    </>
  )
}
