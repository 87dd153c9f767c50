export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** The server decides; this only spares the upload of what it would refuse. */
export function pictureProblem(file: Pick<File, 'size' | 'type'>, maxBytes: number): string | undefined {
  if (!pictureTypes.includes(file.type)) return 'This is not a JPG, PNG or GIF picture. Choose another one.'
  const megabytes = maxBytes / 1024 / 1024
  if (file.size > maxBytes) return `This picture is larger than ${megabytes}MB. Choose a smaller one.`
}
