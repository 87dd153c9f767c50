import { useState } from 'react'
import { useObjectUrl } from './use-object-url.ts'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** The server decides; this only avoids uploads it would refuse. */
export function pictureProblem(file: Pick<File, 'size' | 'type'>, maxBytes: number): string | undefined {
  if (!pictureTypes.includes(file.type)) return 'This is not a JPG, PNG or GIF picture. Choose another one.'
  const megabytes = maxBytes / 1024 / 1024
  if (file.size > maxBytes) return `This picture is larger than ${megabytes}MB. Choose a smaller one.`
}

/** A picture that was chosen but not uploaded yet, with a URL for its preview. */
export function usePictureChoice(maxBytes: number) {
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const previewUrl = useObjectUrl(file ?? null)

  const choose = (chosen: File) => {
    const problem = pictureProblem(chosen, maxBytes)
    setError(problem)
    setFile(problem ? undefined : chosen)
  }
  const clear = () => {
    setFile(undefined)
    setError(undefined)
  }
  return { file, previewUrl, error, setError, choose, clear }
}

export type PictureChoice = ReturnType<typeof usePictureChoice>
