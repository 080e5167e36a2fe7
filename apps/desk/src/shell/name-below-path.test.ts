import { expect, it } from '@jest/globals'
import { nameBelowPath } from './name-below-path.ts'

it.each([
  ['/desk/', 'museum-gate'],
  ['/desk/?language=de#/gate', 'museum-gate'],
  ['/desk/service-worker.js', 'museum-gate'],
  ['/', 'museum-gate'],
  ['/a/desk/#/gate', '/a/ museum-gate'],
  ['/a/desk/service-worker.js', '/a/ museum-gate'],
  ['/a/b/desk/', '/a/b/ museum-gate'],
  ['/a%20b/desk/', '/a%20b/ museum-gate'],
  ['/helpdesk/', '/helpdesk/ museum-gate'],
])('what the desk at %s stores is named after its path', (path, name) => {
  expect(nameBelowPath('museum-gate', `https://example.org${path}`)).toBe(name)
})
