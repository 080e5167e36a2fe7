// The packages are ES modules: Jest loads them as they are, when Node runs it with --experimental-vm-modules.
export default { testMatch: ['<rootDir>/runners/jest.mjs'], transform: {} }
