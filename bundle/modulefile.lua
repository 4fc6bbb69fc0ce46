-- For Lmod: where a bundle is unpacked for all. Put a copy into a folder of MODULEPATH as stencil-lab-kit.lua, with this
-- line changed to the bundle's folder.
local kit = "/opt/stencil-lab-kit"

help("Labs on stencil computation on GPUs. Type: lab start ~/stencils")
whatis("Stencil lab kit: checks CUDA kernels, with or without a GPU")
prepend_path("PATH", kit)
