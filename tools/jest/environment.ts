import vm from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

/**
 * Jest's environment for Node, but with an ordinary global object. Jest's global object is a proxy, which makes each
 * use of `Math` in a test a thousand times slower.
 */
export default class extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(...args)
    } finally {
      vm.createContext = createContext
    }
  }
}
