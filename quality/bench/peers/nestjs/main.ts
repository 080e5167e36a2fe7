/** A server as one might write it with NestJS (on Express) and TypeORM, by their documentation. */
import { Logger, ValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module.ts'
import { BasicAuthGuard } from './basic-auth.guard.ts'
import { LoggingInterceptor } from './logging.interceptor.ts'

const [database, password] = process.argv.slice(2) as [string, string]
const app = await NestFactory.create(AppModule.forDatabase(database))
app.setGlobalPrefix('v1.1')
app.useGlobalPipes(new ValidationPipe())
app.useGlobalGuards(new BasicAuthGuard(password))
app.useGlobalInterceptors(new LoggingInterceptor())
await app.listen(0, '127.0.0.1')
new Logger('Main').log(`Application is running on: ${await app.getUrl()}`)
