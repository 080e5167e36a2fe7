import '../startup/serve.ts'
