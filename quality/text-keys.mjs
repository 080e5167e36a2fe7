/**
 * A rule of `lint` for house rule 13. It reports only what is wrong for every text: a key in a variable before `in`, and an index
 * into an object literal, or into a constant one of the type `Record<string, …>`. With any other type, tsc checks the key.
 */

/** @param {{ type: string }} key */
const isFixed = (key) => key.type === 'Literal' || key.type === 'PrivateIdentifier'

const message = 'A text from outside may be "constructor": look it up in a Map, or in an object after Object.hasOwn.'

const textKeys = {
  create(/** @type {any} */ context) {
    const { sourceCode } = context
    const isTable = (/** @type {any} */ object) => {
      if (object.type === 'ObjectExpression') return true
      if (object.type !== 'Identifier') return false
      for (let scope = sourceCode.getScope(object); scope; scope = scope.upper) {
        const node = scope.set.get(object.name)?.defs[0]?.node
        if (node === undefined) continue
        const type = node.id?.typeAnnotation
        return node.init?.type === 'ObjectExpression' && type && /Record<string,/.test(sourceCode.getText(type))
      }
      return false
    }
    return {
      MemberExpression(/** @type {any} */ node) {
        if (node.computed && !isFixed(node.property) && isTable(node.object)) context.report({ node, message })
      },
      BinaryExpression(/** @type {any} */ node) {
        if (node.operator === 'in' && !isFixed(node.left)) context.report({ node, message })
      },
    }
  },
}

export default { meta: { name: 'museum' }, rules: { 'text-keys': textKeys } }
