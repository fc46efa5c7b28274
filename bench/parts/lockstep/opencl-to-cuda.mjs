// OpenCL C of a kernel as CUDA C++, which nvcc compiles without a card. Only what our printer writes is known.

const HEAD = `typedef unsigned int uint;
#define get_global_id(n) ((int)(blockIdx.x * blockDim.x + threadIdx.x))
#define get_global_size(n) ((int)(gridDim.x * blockDim.x))
#define get_group_id(n) ((int)blockIdx.x)
#define get_num_groups(n) ((int)gridDim.x)
#define get_local_id(n) ((int)threadIdx.x)
#define atomic_add(p, v) atomicAdd((int *)(p), (v))
#define atomic_inc(p) atomicAdd((int *)(p), 1)
#define atomic_or(p, v) atomicOr((int *)(p), (v))
#define atomic_min(p, v) atomicMin((int *)(p), (v))
#define atomic_max(p, v) atomicMax((int *)(p), (v))
#define atomic_xchg(p, v) atomicExch((int *)(p), (v))
#define atomic_cmpxchg(p, a, b) atomicCAS((int *)(p), (a), (b))
#define popcount(x) __popc(x)
#define clz(x) __clz((int)(x))
#define barrier(x) __syncthreads()
`

/** The program in CUDA C++, with every function inlined, as drivers of WebGPU do; nvcc itself leaves some calls. */
export function toCuda(text) {
  const own = text
    .replaceAll(/^static /gm, 'static __device__ __forceinline__ ')
    .replaceAll(
      /__kernel __attribute__\(\(reqd_work_group_size\((\d+), 1, 1\)\)\) void/g,
      'extern "C" __global__ void __launch_bounds__($1)',
    )
    .replaceAll('__constant Params', 'const Params')
    .replaceAll(/^  __local int (\w+)\[/gm, '  __shared__ int $1[')
    .replaceAll(/__(global|local) /g, '')
  return HEAD + own
}
