import { type DynamicModule, Module } from '@nestjs/common'
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm'
import type { Database } from 'better-sqlite3'
import { SpecialEventsModule } from './special-events/special-events.module.ts'
import { TicketsModule } from './tickets/tickets.module.ts'

/** `database` is the URL of a MySQL database or the path of a file. */
const connectionOptions = (database: string): TypeOrmModuleOptions =>
  database.startsWith('mysql:')
    ? { type: 'mysql', url: database, charset: 'utf8mb4_bin' }
    : {
        type: 'better-sqlite3',
        database,
        enableWAL: true,
        prepareDatabase: (db: Database) => void db.pragma('synchronous = FULL'),
      }

@Module({})
export class AppModule {
  static forDatabase(database: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        TypeOrmModule.forRoot({ ...connectionOptions(database), autoLoadEntities: true, synchronize: false }),
        SpecialEventsModule,
        TicketsModule,
      ],
    }
  }
}
