import { join } from 'node:path'
import { findProgram } from '../../../scripts/lib/ensure-tools.ts'
import { startEmbeddedPostgres } from '../../../server/src/db/embedded/embedded.ts'
import { startSwiftS3 } from '../../../server/test/programs/swift-s3.ts'
import type { Drill } from '../drill.ts'
import { changesAComment, removesAComment } from '../sabotage/common.ts'
import { Person, untilWorking } from '../tools/people.ts'
import { keepCommenting, makeCommunity } from '../tools/posts.ts'
import { timed } from '../tools/waiting.ts'
import { expectRestricted, startContainer } from './containers.ts'
import { expectEveryFormat } from './formats.ts'
import { buildImage } from './image.ts'
import { podman } from './podman.ts'

/** The first build creates a base image, compiles ffmpeg and fetches all packages. */
const minutes = 45
const notChecked = [
  'networks, ports and limits of containers: mail and store of the drill are on loopback addresses',
]

function whySkipped(...alsoNeeded: string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'building images as another user than root is not tried'
  const missing = ['podman', 'buildah', 'debootstrap', ...alsoNeeded].filter((name) => !findProgram(name))
  return missing.length > 0 ? `${missing.join(' and ')} not installed` : undefined
}

/** Everything in one container, which reads all kinds of videos and is restarted, as for an update. */
const oneContainer: Drill = {
  name: 'container stopped and started again',
  sabotages: [removesAComment],
  minutes,
  whySkipped: () => whySkipped(),
  run: async (context) => {
    const image = await buildImage(context)
    const site = await startContainer({ context, image, role: 'all' })
    const newPerson = () => new Person(context, site.origin)
    const community = await makeCommunity(context, newPerson)
    await expectEveryFormat(context, community.author)
    const commenting = keepCommenting(context.ledger, community)
    await expectRestricted(site)
    await site.stop()
    await commenting.stop()
    const { seconds } = await timed(async () => {
      await site.start()
      await untilWorking(site, community.viewer, newPerson())
    })
    const isIsolated = !(await podman('logs', site.name)).includes('ffmpeg is not isolated')
    const sandbox = isIsolated ? [] : ["ffmpeg's sandbox: this container allows no namespaces"]
    return {
      seconds,
      notChecked: [...image.notChecked, ...notChecked, ...sandbox],
      notes: [`the image has ${image.megabytes} MB`],
    }
  },
}

/** Two api and two workers with a database and a store; one api and one worker are stopped. */
const splitContainers: Drill = {
  name: 'containers of two api and two workers, one of each stopped',
  sabotages: [changesAComment],
  minutes,
  whySkipped: () => whySkipped('swift-proxy-server'),
  run: async (context) => {
    const image = await buildImage(context)
    const log = { info: () => {}, warn: () => {} }
    const database = await startEmbeddedPostgres({ dataDir: join(context.folder, 'database'), log })
    context.defer(database.stop)
    const swift = await startSwiftS3()
    context.defer(swift.stop)
    const env = { DATABASE_URL: database.url, STORAGE_URL: swift.url }
    const [api, spareApi, worker] = [
      await startContainer({ context, image, role: 'api', env }),
      await startContainer({ context, image, role: 'api', env }),
      await startContainer({ context, image, role: 'worker', env }),
      await startContainer({ context, image, role: 'worker', env }),
    ]
    const newPerson = () => new Person(context, spareApi.origin)
    const { viewer } = await makeCommunity(context, newPerson)
    const { seconds } = await timed(async () => {
      await Promise.all([api.stop(), worker.stop()])
      await untilWorking(spareApi, viewer, newPerson())
    })
    return { seconds, notChecked: [...image.notChecked, ...notChecked] }
  },
}

export const containers = [oneContainer, splitContainers]
