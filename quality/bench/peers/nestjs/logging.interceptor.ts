import { type CallHandler, type ExecutionContext, Injectable, Logger, type NestInterceptor } from '@nestjs/common'
import type { Request, Response } from 'express'
import { type Observable, tap } from 'rxjs'

@Injectable()
export class LoggingInterceptor implements NestInterceptor {
  private readonly logger = new Logger(LoggingInterceptor.name)

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const now = Date.now()
    const { method, path } = context.switchToHttp().getRequest<Request>()
    const response = context.switchToHttp().getResponse<Response>()
    return next
      .handle()
      .pipe(tap(() => this.logger.log(`${method} ${path} ${response.statusCode} ${Date.now() - now}ms`)))
  }
}
