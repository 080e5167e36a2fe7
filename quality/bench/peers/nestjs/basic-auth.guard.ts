import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common'
import type { Request } from 'express'

@Injectable()
export class BasicAuthGuard implements CanActivate {
  constructor(private readonly password: string) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>()
    const [type, credentials] = request.headers.authorization?.split(' ') ?? []
    if (type !== 'Basic' || Buffer.from(credentials ?? '', 'base64').toString() !== `admin:${this.password}`)
      throw new UnauthorizedException()
    return true
  }
}
